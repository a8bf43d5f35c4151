export * from './catalogues/catalogues.js';
export * from './catalogues/catalogues.module.js';
export * from './csd/csd-vault.js';
export * from './csd/open-elsewhere.js';
export * from './pac/pac.module.js';
export * from './pac/sandbox-ledger.module.js';
export * from './stored-cfdi.js';
