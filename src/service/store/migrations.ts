import { sql } from 'kysely'
import { type Database, writeAlone } from './database.ts'
import { ofFilesAlone, ofServersAlone } from './dialects/ddl.ts'
import { differencesOf } from './dialects/differences.ts'
import { noteReach, oldestFor, REACH, type Reach } from './schema-reach.ts'

/** The data folder, or the database, was written by a newer version of this program: refused rather than guessed at. */
export class NewerSchema extends Error {
  readonly code = 'newer_schema'

  /** `called`: `data folder`, or `database "name"`. */
  constructor(called: string, found: number, known: number) {
    const setting =
      called === 'data folder' ? 'data folder (TRANSLATION_DATA_DIR)' : 'database (TRANSLATION_DATABASE_URL)'
    super(
      `The ${called} has schema version ${found}, this program knows up to ${known}. ` +
        `Update translation-mcp, or use another ${setting}.`,
    )
  }
}

/** Lists what was planned before there were lists by language: tags have up to three parts (`zh-Hant-HK`). */
export const LIST_EARLIER = `insert into batch_languages (workspace_id, language, archived, created_at, batch_id)
  with said as (
    select workspace_id, archived, created_at, batches.id as id, each_tag.value as tag
      from batches, json_each(target_languages_json) as each_tag
      where target_languages_json like '["%"]')
  select workspace_id, tag, archived, created_at, id from said
  union select workspace_id, substr(tag, 1, 2), archived, created_at, id from said where tag like '__-%'
  union select workspace_id, substr(tag, 1, 3), archived, created_at, id from said where tag like '___-%'
  union select workspace_id, substr(tag, 1, 7), archived, created_at, id from said where tag like '__-____-%'`

/** Migrations only add. The index plus one is the schema version. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table workspaces (
      id text primary key, name text not null, slug text not null unique, plan text not null,
      monthly_allowance integer, created_at integer not null)`,
    `create table members (
      id text primary key, workspace_id text not null references workspaces(id), name text not null,
      role text not null, ceiling_json text not null, created_at integer not null, unique (workspace_id, name))`,
    `create table api_keys (
      id text primary key, workspace_id text not null references workspaces(id), name text not null, prefix text not null,
      hash text not null unique, scopes_json text not null, state text not null, replaced_by text,
      own integer not null default 0, created_at integer not null, expires_at integer)`,
    `create table credit_grants (
      id text primary key, workspace_id text not null references workspaces(id), type text not null, period text,
      amount integer not null, used integer not null default 0, reserved integer not null default 0,
      granted_at integer not null, expires_at integer, unique (workspace_id, period),
      check (used >= 0 and reserved >= 0 and used + reserved <= amount))`,
    `create table batches (
      id text primary key, workspace_id text not null references workspaces(id), created_by text not null, name text,
      file_name text not null, search_key text not null, media_type text not null, file_blob text, file_sha256 text not null,
      file_bytes integer not null, file_expires_at integer not null, status text not null, translation_mode text,
      quality_tier text, word_count integer, credit_cost integer, is_sample integer not null default 0,
      archived integer not null default 0, instruction text, survey_json text, suggestions_json text, phase text,
      percent real, progress_at integer, error_code text, error_message text, lease_owner text, lease_until integer,
      attempts integer not null default 0, created_at integer not null, approved_at integer, completed_at integer)`,
    'create index batches_by_age on batches (workspace_id, created_at desc, id desc)',
    'create index batches_by_status on batches (status, lease_until)',
    `create table credit_reservations (
      id text primary key, workspace_id text not null, batch_id text not null references batches(id),
      grant_id text not null references credit_grants(id), amount integer not null check (amount > 0), state text not null,
      created_at integer not null, closed_at integer)`,
    'create index reservations_by_batch on credit_reservations (batch_id)',
    `create table plans (
      batch_id text primary key references batches(id), revision text not null, plan_json text not null,
      counts_json text not null, intent_json text not null, created_at integer not null)`,
    `create table translations (
      batch_id text not null references batches(id), language text not null, source_hash text not null, text text not null,
      finding text, primary key (batch_id, language, source_hash)) without rowid`,
    `create table results (
      batch_id text primary key references batches(id), blob text not null, file_name text not null,
      media_type text not null, size_bytes integer not null, quality_json text not null, created_at integer not null)`,
    `create table idempotency_keys (
      caller text not null, key text not null, fingerprint text not null, batch_id text not null,
      expires_at integer not null, primary key (caller, key)) without rowid`,
    `create table rate_windows (
      credential_id text not null, window_start integer not null, requests integer not null,
      primary key (credential_id, window_start)) without rowid`,
    `create table glossaries (
      id text primary key, workspace_id text not null references workspaces(id), language_pair text not null,
      source_language text not null, target_language text not null, name text, version integer not null,
      created_at integer not null, updated_at integer not null, unique (workspace_id, language_pair))`,
    `create table glossary_terms (
      id integer primary key, glossary_id text not null references glossaries(id) on delete cascade, source text not null,
      source_key text not null, target text not null, note text, case_sensitive integer not null default 0,
      unique (glossary_id, source_key))`,
    `create table uploads (
      id text primary key, workspace_id text not null references workspaces(id), created_by text not null,
      file_name text not null, media_type text not null, blob text, size_bytes integer, sha256 text, state text not null,
      batch_id text, created_at integer not null, expires_at integer not null)`,
  ],
  // Sign-in: members with passwords, what the authorization server keeps, connections, and the audit log.
  [
    'alter table members add column password_hash text',
    "alter table members add column state text not null default 'active'",
    `create table oauth_artifacts (
      model text not null, id text not null, payload text not null, grant_id text, user_code text, uid text,
      expires_at integer, consumed_at integer, revoked_at integer, primary key (model, id)) without rowid`,
    'create index artifacts_by_grant on oauth_artifacts (grant_id) where grant_id is not null',
    'create index artifacts_by_user_code on oauth_artifacts (user_code) where user_code is not null',
    'create index artifacts_by_uid on oauth_artifacts (uid) where uid is not null',
    'create index artifacts_by_end on oauth_artifacts (expires_at)',
    `create table connections (
      id text primary key, workspace_id text not null references workspaces(id),
      member_id text not null references members(id), client_id text not null, client_name text not null,
      redirect_host text, requested_json text not null, granted_json text not null, created_at integer not null,
      last_used_at integer, revoked_at integer)`,
    'create index connections_by_member on connections (member_id, created_at desc)',
    `create table audit_events (
      id text primary key, workspace_id text, at integer not null, kind text not null, member_id text, client_id text,
      connection_id text, batch_id text, credits integer, detail_json text not null)`,
    'create index audit_by_age on audit_events (workspace_id, at desc, id desc)',
  ],
  // Translations remembered across files, what the checks said of kept ones, and the engine that a batch waits for.
  [
    `create table memory (
      workspace_id text not null references workspaces(id), conditions text not null, name text not null, text text not null,
      used_at integer not null, primary key (workspace_id, conditions, name)) without rowid`,
    'create index memory_by_age on memory (used_at)',
    'alter table translations add column repaired integer not null default 0',
    'alter table translations add column note text',
    'alter table batches add column engine text',
  ],
  // The segments that callers' own models translate, and who holds which.
  [
    `create table segments (
      batch_id text not null references batches(id), language text not null, number integer not null,
      bundle integer not null, source_hash text not null, text text not null, syntax text, part text not null, note text,
      max_length integer, words integer not null, state text not null, refusals integer not null default 0, problem text,
      round text, held_until integer, yields_at integer, primary key (batch_id, language, number)) without rowid`,
    'create unique index segments_by_name on segments (batch_id, language, source_hash)',
    "create index segments_open on segments (batch_id, language, bundle, number, words) where state = 'open'",
  ],
  // A new password ends the sessions of browsers that knew the old one.
  ['alter table members add column password_set_at integer'],
  // Wrong passwords counted over restarts, one-time links for members, and an audit log that strangers cannot fill.
  [
    `create table sign_in_tries (
      who text primary key, since integer not null, wrong integer not null, right_at integer) without rowid`,
    'create index sign_in_tries_by_weight on sign_in_tries (wrong, since)',
    `create table invitations (
      hash text primary key, member_id text not null unique references members(id), created_at integer not null,
      expires_at integer not null) without rowid`,
    'create table service_facts (name text primary key, value text not null, noted_at integer not null) without rowid',
    'alter table members add column signed_out_at integer',
    'alter table audit_events add column address text',
    'alter table audit_events add column times integer not null default 1',
    'alter table audit_events add column last_at integer',
    'alter table audit_events add column tally text',
    'create unique index audit_by_tally on audit_events (tally)',
    'create index audit_by_time on audit_events (at)',
    'create index audit_by_member on audit_events (member_id, at desc, id desc)',
  ],
  // With which settings of engines a batch is planned and translated, what approvals may cost and did cost, and limits on that.
  [
    'alter table batches add column settings_print text',
    'alter table batches add column engine_print text',
    `create table spendings (
      id text primary key, workspace_id text not null references workspaces(id), member_id text, own integer not null default 0,
      batch_id text not null references batches(id), unit text not null, payer text not null,
      estimate integer not null check (estimate >= 0), used integer not null default 0 check (used >= 0), price real,
      currency text, state text not null, approved_at integer not null, closed_at integer)`,
    'create index spendings_by_batch on spendings (batch_id)',
    'create index spendings_by_time on spendings (workspace_id, approved_at)',
    `create table spending_limits (
      workspace_id text not null references workspaces(id), subject text not null, unit text not null, period text not null,
      amount real not null, currency text, primary key (workspace_id, subject, unit, period)) without rowid`,
  ],
  // Questions whether to spend, with their answers, and what a person allowed to be spent without one.
  [
    `create table spending_questions (
      id text primary key, spending text not null, principal text not null, member_id text, batches_json text not null,
      lines_json text not null, asked_at integer not null, expires_at integer not null, answer text, answered_at integer,
      used_at integer, wrong_codes integer not null default 0)`,
    'create index questions_by_age on spending_questions (principal, asked_at desc)',
    `create table allowances (
      id text primary key, principal text not null, unit text not null, amount real not null, period text not null,
      folder text, until integer, created_at integer not null, revoked_at integer)`,
    `create table allowance_uses (
      id text primary key, allowance_id text not null references allowances(id), spending text not null, amount real not null,
      at integer not null)`,
    'create index allowance_uses_by_age on allowance_uses (allowance_id, at)',
  ],
  // How often a step of the work on a batch went over its budget.
  ['alter table batches add column overruns integer not null default 0'],
  // For the scheduled pass: what has passed its time, and which row holds a stored content.
  [
    'create index batches_by_end on batches (file_expires_at) where file_blob is not null',
    'create index batches_by_blob on batches (file_blob) where file_blob is not null',
    'create index results_by_blob on results (blob)',
    'create index uploads_by_blob on uploads (blob) where blob is not null',
    'create index uploads_by_end on uploads (expires_at) where batch_id is null',
    'create index keys_by_end on idempotency_keys (expires_at)',
  ],
  // What requests that were sent to an engine, and not answered, may have been charged.
  ['alter table spendings add column under_way integer not null default 0 check (under_way >= 0)'],
  // For lists with filters, for searches and for sums of usage: they hold all that is looked at, so that rows which do not match are
  // never read. And usage by day, as it is added up from now on.
  [
    `create index batches_listed on batches
      (workspace_id, archived, created_at desc, id desc, search_key, quality_tier)`,
    `create index batches_listed_by_status on batches
      (workspace_id, archived, status, created_at desc, id desc, search_key, quality_tier)`,
    'create index batches_by_name on batches (workspace_id, archived, search_key, id)',
    'create index batches_completed on batches (workspace_id, completed_at, word_count) where completed_at is not null',
    'create index reservations_closed on credit_reservations (workspace_id, closed_at, state, amount) where closed_at is not null',
    `create table usage_days (
      workspace_id text not null references workspaces(id), day integer not null, credits_used integer not null,
      batches_completed integer not null, words_translated integer not null, primary key (workspace_id, day)) without rowid`,
    `insert into usage_days (workspace_id, day, credits_used, batches_completed, words_translated)
      select workspace_id, day, sum(credits), sum(batches), sum(words) from (
        select workspace_id, closed_at / 86400000 as day, amount as credits, 0 as batches, 0 as words
          from credit_reservations where state = 'settled' and closed_at is not null
        union all
        select workspace_id, completed_at / 86400000, 0, 1, coalesce(word_count, 0) from batches where completed_at is not null
      ) as used group by workspace_id, day`,
  ],
  // What helps to translate a segment that a caller's own model is handed.
  ['alter table segments add column context_json text'],
  // Under which conditions a result was translated, so that its lines are found again for as long as it is kept.
  ['alter table results add column made_under_json text'],
  // The languages of plans, for lists and their filters.
  [
    'alter table batches add column source_language text',
    "alter table batches add column target_languages_json text not null default '[]'",
    `update batches set
      source_language = (select json_extract(plan_json, '$.source_language') from plans where batch_id = batches.id),
      target_languages_json = (select json_extract(plan_json, '$.target_languages') from plans where batch_id = batches.id)
      where id in (select batch_id from plans where json_valid(plan_json))`,
    `create index batches_listed_by_language on batches
      (workspace_id, archived, created_at desc, id desc, search_key, quality_tier, target_languages_json)`,
  ],
  // A memory that holds its sources, by project. What the old one holds can be used, but not shown: its sources were never kept.
  [
    `create table remembered (
      workspace_id text not null references workspaces(id), line text not null, project text not null, text_hash text not null,
      source_language text not null, target_language text not null, source text not null, text text not null, part text not null,
      sense text, author text not null, file_name text not null, engine text not null, corrected integer not null,
      created_at integer not null, used_at integer not null, primary key (workspace_id, line, project))`,
    'create index remembered_by_text on remembered (workspace_id, text_hash)',
    'create index remembered_by_age on remembered (used_at)',
    'create index remembered_corrections on remembered (workspace_id) where corrected = 1',
    'alter table batches add column project text',
    'alter table batches add column hash_edition integer not null default 1',
    'alter table segments add column sense text',
    'alter table segments add column slot text',
    'alter table segments add column suggestion_json text',
  ],
  // A few lines of a translation that are paid for and made before the rest, and questions that offer them.
  [
    'alter table batches add column sample_of text',
    'alter table batches add column sample_revision text',
    'create unique index samples_by_plan on batches (sample_of, sample_revision) where sample_of is not null',
    'alter table spending_questions add column other_json text',
  ],
  // Lists by a language: translations by each language of their plans, and by what that is a variety of (`pt` for `pt-BR`).
  [
    `create table batch_languages (
      workspace_id text not null, language text not null, archived integer not null, created_at integer not null,
      batch_id text not null references batches(id) on delete cascade,
      primary key (workspace_id, language, archived, created_at, batch_id)) without rowid`,
    LIST_EARLIER,
    'create index batch_languages_by_batch on batch_languages (batch_id)',
  ],
  // Glossaries of a project beside those of the workspace, which have no label. A constraint cannot be changed, so the tables are made anew.
  [
    `create table labelled_glossaries (
      id text primary key, workspace_id text not null references workspaces(id), project text not null, language_pair text not null,
      source_language text not null, target_language text not null, name text, version integer not null,
      created_at integer not null, updated_at integer not null, unique (workspace_id, project, language_pair))`,
    `insert into labelled_glossaries (
      id, workspace_id, project, language_pair, source_language, target_language, name, version, created_at, updated_at)
      select id, workspace_id, '', language_pair, source_language, target_language, name, version, created_at, updated_at
        from glossaries`,
    `create table labelled_terms (
      id integer primary key, glossary_id text not null references labelled_glossaries(id) on delete cascade, source text not null,
      source_key text not null, target text not null, note text, case_sensitive integer not null default 0,
      unique (glossary_id, source_key))`,
    `insert into labelled_terms (glossary_id, source, source_key, target, note, case_sensitive)
      select glossary_id, source, source_key, target, note, case_sensitive from glossary_terms order by id`,
    'drop table glossary_terms',
    'drop table glossaries',
    'alter table labelled_glossaries rename to glossaries',
    'alter table labelled_terms rename to glossary_terms',
  ],
  // Kept segments lie in the order in which they were written. In the order of their hashes, as before, each of them was a page to write.
  ofFilesAlone(
    `create table segments_kept (
      batch_id text not null references batches(id), language text not null, source_hash text not null, text text not null,
      finding text, repaired integer not null default 0, note text, primary key (batch_id, language, source_hash))`,
    `insert into segments_kept (batch_id, language, source_hash, text, finding, repaired, note)
      select batch_id, language, source_hash, text, finding, repaired, note from translations`,
    'drop table translations',
    'alter table segments_kept rename to translations',
  ),
  // What several processes need that share no folder: which of them have secrets in theirs, and addresses for uploads.
  [
    'create table schema_reach (version integer not null, oldest integer not null, primary key (version))',
    'create table folder_holders (id text primary key, seen_at integer not null)',
    `create table upload_addresses (
      id text primary key, secret_hash text not null unique, principal text not null, held_json text not null, caller text,
      closed integer not null default 0, sender text, sending_until integer, created_at integer not null,
      expires_at integer not null)`,
    'create index upload_addresses_by_principal on upload_addresses (principal, created_at)',
    'create index upload_addresses_by_end on upload_addresses (expires_at)',
    'alter table spending_questions add column told_json text',
  ],
  // The trace that the work on a batch goes on with.
  ['alter table batches add column trace_parent text'],
  // For claims: what asks for work, by who waits for it. However much waits, and however much has ended, few rows are looked at.
  [
    `create index batches_to_do on batches (status, created_by, created_at, id)
      where status in ('queued', 'analyzing', 'translating') and (phase is null or phase <> 'awaiting_translations')`,
    'create index batches_suspect on batches (status, created_at) where overruns > 0',
  ],
  // For searches that find little: a database server finds a part of a name by its trigrams, where it has that extension.
  ofServersAlone(
    `do $$ begin
      create extension if not exists pg_trgm;
      create index if not exists batches_by_trigram on batches using gin (search_key gin_trgm_ops);
    exception when others then raise notice 'no trigrams: %', sqlerrm; end $$`,
  ),
  // Attempts at the endpoints of sign-in, for all processes together.
  [
    'create table attempt_windows (who text primary key, ends_at integer not null, attempts integer not null) without rowid',
    'create index attempt_windows_by_end on attempt_windows (ends_at)',
  ],
]

/** True for a schema that this program may not use. */
export async function isBeyond(db: Database, version: number, known: number = SCHEMA_VERSION): Promise<boolean> {
  return version > known && (await oldestFor(db, version)) > known
}

/** The version that this program writes. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** Migrations and how far back each reaches: this program's, or those of a later one. */
export interface MigrationPlan {
  readonly migrations: readonly (readonly string[])[]
  readonly reach: Reach
}

/** What this program does. */
export const MIGRATION: MigrationPlan = { migrations: MIGRATIONS, reach: REACH }

/**
 * Brings the database to SCHEMA_VERSION in one writing transaction beside nobody, so that two processes starting at once migrate once.
 * A database of a later schema that still reaches back to this program stays as it is. `afterwards` runs inside the same transaction:
 * seeding belongs to it.
 *
 * @throws {NewerSchema} when a newer program wrote it, and it does not reach back to this one
 * @throws {UnfitServer} when the database server is too old, or the database does not hold every character
 */
export function migrate(
  db: Database,
  afterwards: (tx: Database) => Promise<void>,
  { migrations, reach }: MigrationPlan = MIGRATION,
): Promise<void> {
  const differences = differencesOf(db)
  return writeAlone(db, async tx => {
    const { version, called } = await differences.version(tx)
    const known = migrations.length
    if (await isBeyond(tx, version, known)) throw new NewerSchema(called, version, known)
    for (const statements of migrations.slice(version)) {
      for (const statement of statements) {
        const ddl = differences.ddl(statement)
        if (ddl !== undefined) await sql.raw(ddl).execute(tx)
      }
    }
    if (version < known) {
      await differences.setVersion(tx, known)
      await noteReach(tx, { after: version, to: known }, reach)
    }
    await afterwards(tx)
  })
}
