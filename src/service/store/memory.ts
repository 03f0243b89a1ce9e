import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { DAY } from '../domain/time.ts'
import { type Database, write } from './database.ts'
import { differencesOf } from './dialects/differences.ts'
import { lookUpList } from './look-up-list.ts'
import { insertOfMany } from './many-rows.ts'
import { IMPORTED, type RememberedRow } from './memory-rows.ts'
import type { Schema } from './schema.ts'
import { inSlices } from './slices.ts'

/** Whose memory is looked up. */
export interface MemoryScope {
  readonly workspace_id: string
  /** The label of the project that asks; empty where it has none. */
  readonly project: string
  /** True where the projects of the workspace use each other's translations. */
  readonly shared: boolean
}

/** A translation of a line in the memory. */
export type RememberedLine = Pick<RememberedRow, 'line' | 'project' | 'text' | 'engine' | 'corrected' | 'used_at'>

/** A literal in the SQL, not a parameter: only then the database uses the index of corrections. */
const CORRECTED = sql<1>`1`

/** What the memory of a workspace holds at all: only then segments have to be looked up. */
export interface Holdings {
  readonly lines: boolean
  readonly corrections: boolean
  /** What persons wrote elsewhere. Each of them is one of the corrections, too. */
  readonly imported: boolean
}

/** What the memory of a workspace holds. */
export async function holdingsOf(db: Database, workspaceId: string): Promise<Holdings> {
  const any = db.selectFrom('remembered').select('line').where('workspace_id', '=', workspaceId).limit(1)
  const lines = (await any.executeTakeFirst()) !== undefined
  const persons = any.where('corrected', '=', CORRECTED)
  const corrections = lines && (await persons.executeTakeFirst()) !== undefined
  const imported = corrections && (await persons.where('engine', '=', IMPORTED).executeTakeFirst()) !== undefined
  return { lines, corrections, imported }
}

/**
 * The translations that a project may use for these lines, by line. What was made here comes first, then the project's own; corrections
 * of the workspace hold in each project. Ask for some hundred at a time: each is a parameter.
 */
export async function findRememberedLines(
  db: Database,
  { workspace_id, project, shared }: MemoryScope,
  lines: readonly string[],
): Promise<ReadonlyMap<string, RememberedLine>> {
  if (lines.length === 0) return new Map()
  const { whole } = differencesOf(db)
  const rows = await db
    .selectFrom('remembered')
    .select(['line', 'project', 'engine', 'corrected', 'used_at', whole.select('text').as('text')])
    .where('workspace_id', '=', workspace_id)
    .where('line', 'in', lookUpList(lines))
    .$if(!shared, query => query.where('project', 'in', [project, '']))
    .orderBy('used_at')
    .execute()
  const found = new Map<string, RememberedLine>()
  for (const row of rows) {
    const usable = shared || row.project === project || row.corrected === 1
    const before = found.get(row.line)
    if (!usable || (before !== undefined && outranks(before, row, project))) continue
    row.text = whole.read(row.text)
    found.set(row.line, row)
  }
  return found
}

/** Whether the first of two translations of a line is used in a project, whichever was used last. */
function outranks(one: RememberedLine, other: RememberedLine, project: string): boolean {
  const [came, comes] = [one.engine === IMPORTED, other.engine === IMPORTED]
  return came === comes ? one.project === project : comes
}

/** What is used more often than this is noted once in this time: a row that says the same is not written again. */
export const NOTED_EVERY = DAY

/** True where `putLines` would change nothing for this line and text of a project. */
export function saysThisAlready(
  known: Pick<RememberedLine, 'project' | 'text' | 'used_at'>,
  { project }: Pick<MemoryScope, 'project'>,
  text: string,
  now: number,
): boolean {
  return known.project === project && known.text === text && known.used_at >= now - NOTED_EVERY
}

/** All columns of a remembered translation. */
export const REMEMBERED = [
  ...([
    'workspace_id',
    'line',
    'project',
    'text_hash',
    'source_language',
    'target_language',
    'source',
    'text',
  ] as const),
  ...(['part', 'sense', 'author', 'file_name', 'engine', 'corrected', 'created_at', 'used_at'] as const),
]

/** Puts translations into the memory, in place of those of the same lines. Each line may be there once. Call it inside `write`. */
export const putLines = insertOfMany<RememberedRow>(REMEMBERED, (tx, rows) =>
  tx
    .insertInto('remembered')
    .values(rows)
    .onConflict(on =>
      on
        .columns(['workspace_id', 'line', 'project'])
        .doUpdateSet(is => ({
          text_hash: is.ref('excluded.text_hash'),
          text: is.ref('excluded.text'),
          part: is.ref('excluded.part'),
          author: is.ref('excluded.author'),
          file_name: is.ref('excluded.file_name'),
          engine: is.ref('excluded.engine'),
          // Used again, it is as old as it was.
          created_at: is
            .case()
            .when('remembered.text', '=', is.ref('excluded.text'))
            .then(is.ref('remembered.created_at'))
            .else(is.ref('excluded.created_at'))
            .end(),
          used_at: is.ref('excluded.used_at'),
        }))
        .where(is =>
          is.or([
            is('remembered.text', '<>', is.ref('excluded.text')),
            is('remembered.used_at', '<', is('excluded.used_at', '-', is.lit(NOTED_EVERY))),
          ]),
        ),
    ),
)

/** Counts corrections as used, so that they are not forgotten while their texts are translated. Call it inside `write`. */
export async function noteUse(
  tx: Database,
  { workspace_id, project }: MemoryScope,
  lines: readonly string[],
  now: number,
) {
  await tx
    .updateTable('remembered')
    .set({ used_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('line', 'in', lookUpList(lines))
    .where('project', 'in', [project, ''])
    .execute()
}

/** How much of a memory is meant; all of a workspace without any of these. */
export interface MemoryPart {
  readonly project?: string | undefined
  readonly file_name?: string | undefined
  readonly author?: string | undefined
}

/** How many translations a workspace has in its memory, and how many characters they have together. */
export async function measureMemory(
  db: Database,
  workspaceId: string,
  part: MemoryPart = {},
): Promise<{ translations: number; characters: number }> {
  const row = await db
    .selectFrom('remembered')
    .select(({ fn }) => [
      fn.countAll<number>().as('translations'),
      fn.sum<number | null>(fn('length', ['text'])).as('characters'),
    ])
    .where(withinPart(workspaceId, part))
    .executeTakeFirst()
  return { translations: row?.translations ?? 0, characters: row?.characters ?? 0 }
}

/** Forgets a part of what a workspace has in its memory, in slices. */
export async function forgetPart(db: Database, workspaceId: string, part: MemoryPart = {}): Promise<void> {
  await forgetWhere(db, withinPart(workspaceId, part))
}

/** Forgets what was last used before `before`, in milliseconds. */
export async function forgetUnused(db: Database, before: number): Promise<void> {
  await forgetWhere(db, is => is('used_at', '<', before))
}

type Condition = (is: ExpressionBuilder<Schema, 'remembered'>) => Expression<SqlBool>

/** Where a row is of this part of a workspace's memory. */
export function withinPart(workspaceId: string, { project, file_name, author }: MemoryPart): Condition {
  return is =>
    is.and([
      is('workspace_id', '=', workspaceId),
      ...(project === undefined ? [] : [is('project', '=', project)]),
      ...(file_name === undefined ? [] : [is('file_name', '=', file_name)]),
      ...(author === undefined ? [] : [is('author', '=', author)]),
    ])
}

const FORGOTTEN_AT_ONCE = 500

async function forgetWhere(db: Database, condition: Condition): Promise<void> {
  await inSlices(async rows => {
    const slice = db.selectFrom('remembered').select(['workspace_id', 'line', 'project']).where(condition).limit(rows)
    const result = await write(db, tx =>
      tx
        .deleteFrom('remembered')
        .where(is =>
          is(is.refTuple('workspace_id', 'line', 'project'), 'in', slice.$asTuple('workspace_id', 'line', 'project')),
        )
        .executeTakeFirst(),
    )
    return Number(result.numDeletedRows)
  }, FORGOTTEN_AT_ONCE)
}
