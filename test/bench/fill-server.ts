import pg from 'pg'

/** Over how long the translations of a filled database were made, and how long files are kept, in milliseconds. */
const SPAN = 365 * 86_400_000
const KEPT = 30 * 86_400_000

/** What differs from the model in the batch number `n`, which was made `ago` milliseconds before now, at the moment `at`. */
const OWN: Readonly<Record<string, string>> = {
  id: "'bat_0' || lpad(n::text, 25, '0')",
  created_by: "'key_' || n % 50",
  file_name: 'file',
  search_key: 'file',
  file_sha256: "md5(n::text) || md5('more' || n)",
  file_blob: `case when ago < ${KEPT} then 'blb_' || n end`,
  file_expires_at: `at + ${KEPT}`,
  status: 'state',
  phase: `case state when 'translating' then 'awaiting_translations' when 'awaiting_review' then 'planning' else 'done' end`,
  quality_tier: "case when n % 10 = 0 then 'lite' else 'standard' end",
  word_count: '100 + n % 400',
  archived: 'case when n % 20 = 7 then 1 else 0 end',
  target_languages_json: `case when n % 1000 = 5 then '["is"]' when n % 3 = 0 then '["fr"]' else '["de","fr"]' end`,
  created_at: 'at',
  progress_at: 'at + 5000',
  approved_at: "case when state <> 'awaiting_review' then at + 1000 end",
  completed_at: "case when state = 'completed' then at + 5000 end",
}

/**
 * Fills a PostgreSQL database with so many copies of its one translation, evenly over a year, and over fifty keys: nearly all
 * completed, some waiting for approval or for answers of their callers, some failed, one in twenty archived. Indices are made anew
 * afterwards, which takes a fraction of the time.
 */
export async function fillServer(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = "tablename in ('batches', 'batch_languages')"
    const indices = await client.query<{ name: string; made: string }>(`select indexname as name, indexdef as made
      from pg_indexes where schemaname = 'public' and ${tables} and indexname not like '%_pkey'`)
    const columns = await client.query<{ name: string }>(`select column_name as name
      from information_schema.columns where table_name = 'batches' order by ordinal_position`)
    // No look-up of each batch of a language: they are all there.
    await client.query('set session_replication_role = replica')
    for (const { name } of indices.rows) await client.query(`drop index ${name}`)
    const values = columns.rows.map(({ name }) => OWN[name] ?? `model.${name}`)
    await client.query(`insert into batches select ${values.join(', ')} ${madeFrom(count)}`)
    await client.query(`insert into batch_languages select workspace_id, tag, archived, created_at, id
      from batches, json_array_elements_text(target_languages_json::json) tag on conflict do nothing`)
    for (const { made } of indices.rows) await client.query(made)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

function madeFrom(count: number): string {
  return `from (select * from batches limit 1) model,
    lateral (select n, (${SPAN} * (1 - (n - 0.5) / ${count}))::bigint as ago from generate_series(1, ${count}) n) each,
    lateral (select (extract(epoch from now()) * 1000)::bigint - ago as at,
      'catalogue-' || n || '-of-' || (array['the-shop', 'autumn', 'spring', 'summer'])[1 + n % 4] || '.json' as file,
      case when n % 1000 = 1 then 'translating' when n % 50 = 2 then 'awaiting_review' when n % 200 = 3 then 'failed'
        else 'completed' end as state) own`
}
