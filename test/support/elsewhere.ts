/** Stories run over another event store or bus than `npm start` has: what is about those two is not for them. */
export const isElsewhere = ['TIMBRA_TEST_EVENT_STORE', 'TIMBRA_TEST_BUS'].some((name) => process.env[name]);
