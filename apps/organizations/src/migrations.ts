import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Domains of portals are reserved across all organizations (docs/adr/0040). */
export class OrganizationDomains1764150000403 implements MigrationInterface {
  name = 'OrganizationDomains1764150000403';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS organizations');
    await runner.query(`
      CREATE TABLE organizations.domains (
        domain          text PRIMARY KEY,
        organization_id text NOT NULL
      )`);
    await runner.query('CREATE INDEX domains_organization ON organizations.domains (organization_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE organizations.domains');
  }
}

/** Hosts of portals, each reserved at the revision of the organization at which it was asked for (docs/adr/0060). */
export class CustomDomains1764150002141 implements MigrationInterface {
  name = 'CustomDomains1764150002141';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE organizations.custom_domains (
        host            text PRIMARY KEY,
        organization_id text NOT NULL,
        revision        integer NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE organizations.custom_domains');
  }
}

export const organizationsMigrations = [OrganizationDomains1764150000403, CustomDomains1764150002141];
