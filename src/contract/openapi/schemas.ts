import * as z from 'zod'
import {
  Account,
  Capabilities,
  Credential,
  CreditGrant,
  Credits,
  Entitlements,
  Language,
  Prices,
  Rate,
  Usage,
  UsageTotals,
  Workspace,
} from '../account.ts'
import { Batch, Quality, Result, Upload } from '../batch.ts'
import {
  Glossary,
  GlossaryCreate,
  GlossaryReplace,
  GlossarySummary,
  GlossaryUpdate,
  Term,
  TermInput,
} from '../glossary.ts'
import { CreateBatch } from '../operations.ts'
import { Approved, BatchPlan, Counts, Created, NotIncluded, Plan, Planned } from '../plan.ts'
import {
  CodeMeaning,
  DoubtfulSegment,
  FoundLine,
  FoundLines,
  OpenSegment,
  RejectedSegment,
  SegmentRound,
  Suggestion,
} from '../segments.ts'

/** A JSON Schema, or any other part of the document, as plain data. */
export interface Json {
  [name: string]: unknown
}

interface Named {
  readonly schema: z.ZodType
  readonly description: string
  /** What its fields mean, where the name does not say it. */
  readonly fields?: Readonly<Record<string, string>>
}

const TIME = 'RFC 3339, UTC.'

/** What answers are made of, by the name in the document. */
const ANSWERED: Readonly<Record<string, Named>> = {
  Workspace: { schema: Workspace, description: 'The workspace that the credential belongs to.' },
  Entitlements: {
    schema: Entitlements,
    description: 'The limits of the workspace. A null limit means no limit.',
    fields: { max_upload_bytes: 'The largest ceiling of all formats; a format may have a lower one.' },
  },
  Credential: {
    schema: Credential,
    description: 'The credential of the call. Its secret is not shown again.',
    fields: {
      prefix: 'Its beginning, to recognise it by.',
      created_at: TIME,
      expires_at: `${TIME} Null: it does not end.`,
    },
  },
  Capabilities: {
    schema: Capabilities,
    description: 'What this credential can do on this service now.',
    fields: {
      batch_creation: 'False: creating, planning and approving are refused.',
      webhooks: 'False: there are none yet.',
      supported_formats: 'File extensions without a dot.',
    },
  },
  Account: { schema: Account, description: 'Who calls, and what is possible.' },
  CreditGrant: {
    schema: CreditGrant,
    description: 'Credits that were granted at once.',
    fields: {
      remaining: 'What may still be spent from it, reservations included.',
      granted_at: TIME,
      expires_at: TIME,
    },
  },
  Rate: { schema: Rate, description: 'The price of a word, for each target language.' },
  Prices: { schema: Prices, description: 'What an engine that charges credits asks for a word, and what costs none.' },
  Credits: {
    schema: Credits,
    description: 'The balance and where it comes from.',
    fields: { balance: 'What an approval can still reserve.' },
  },
  UsageTotals: { schema: UsageTotals, description: 'Sums over the range.' },
  Usage: { schema: Usage, description: 'What was used over time.' },
  Language: { schema: Language, description: 'A supported language.', fields: { tag: 'BCP 47.', name: 'In English.' } },
  Batch: {
    schema: Batch,
    description: 'A translation. Fields that do not apply yet are null.',
    fields: {
      status: '`completed` and `failed` are its ends; `awaiting_review` waits for an approval.',
      translation_mode: '`full` or `selected`.',
      quality_tier: '`standard` or `lite`.',
      word_count: 'Words of the plan, over its source.',
      credit_cost: 'Credits that its approval reserves, or reserved.',
      error: 'Why it failed, or what its work waits for. `code` is one of the error codes.',
      created_at: TIME,
      completed_at: TIME,
    },
  },
  Quality: { schema: Quality, description: 'What a person may want to check in a finished translation.' },
  Result: {
    schema: Result,
    description: 'A signed link to the finished file.',
    fields: { url: 'Needs no credential: keep it private. GET it before `expires_at`.', expires_at: TIME },
  },
  Upload: {
    schema: Upload,
    description: 'A temporary upload.',
    fields: { url: 'Takes the bytes by PUT, without a credential.', expires_at: TIME },
  },
  NotIncluded: { schema: NotIncluded, description: 'A part of the file that the plan leaves out, and why.' },
  Plan: {
    schema: Plan,
    description:
      'What will be translated, into what, by whom and for how much. Read `not_included` and the cost before approving.',
    fields: {
      plan_revision: 'Changes when the content of the plan does, and only then.',
      new_words: 'Words to translate, over all target languages. Only these cost.',
      reused_words: 'Words known from earlier translations, which cost nothing.',
      not_included: 'Has to be read before the approval.',
      not_understood: 'Clauses of the instruction that change nothing.',
      guidance: 'Clauses that are passed on to whoever translates.',
      engine: 'Who translates.',
      text_goes_to: 'Where the text of the file goes.',
      billing: 'Who is charged, in which unit, about how much.',
    },
  },
  Counts: { schema: Counts, description: 'Counts of the whole file, and of what the plan translates.' },
  BatchPlan: { schema: BatchPlan, description: 'The languages and the engine of a plan; null and none without one.' },
  Planned: { schema: Planned, description: 'A translation with its plan; null where there is none yet.' },
  Created: { schema: Created, description: 'A new translation. With an instruction it has a plan, else suggestions.' },
  Approved: { schema: Approved, description: 'A translation whose work has begun.' },
  OpenSegment: {
    schema: OpenSegment,
    description: 'A segment to translate.',
    fields: {
      text: 'Placeholders stay as they are; markup is `<g1>…</g1>`, numbered as it is read.',
      kind: 'What it is in a document: `heading 2`, `list item`, `cell`, `alt text`.',
      row: 'In a table: what its row is called.',
      present: 'The translation that the file has now, which may be wrong or out of date.',
      before: 'The text before it in the file, where the round has neither of its neighbours.',
    },
  },
  CodeMeaning: { schema: CodeMeaning, description: 'What a placeholder or tag in a text stands for.' },
  Suggestion: {
    schema: Suggestion,
    description: 'An earlier translation of the same or a similar text, to begin from.',
    fields: { from: '`project`, or `workspace` where it was made for another project.' },
  },
  RejectedSegment: { schema: RejectedSegment, description: 'A translation that was refused, and why.' },
  DoubtfulSegment: {
    schema: DoubtfulSegment,
    description: 'A translation that was taken although a check has a doubt.',
  },
  FoundLine: { schema: FoundLine, description: 'A line of a finished translation.' },
  FoundLines: { schema: FoundLines, description: 'Lines of a finished translation.' },
  SegmentRound: { schema: SegmentRound, description: 'A round of segments to translate.' },
  Term: { schema: Term, description: 'A term and its translation.' },
  GlossarySummary: { schema: GlossarySummary, description: 'A glossary without its terms.' },
  Glossary: { schema: Glossary, description: 'A glossary with its terms.' },
}

/** What requests are made of. */
const SENT: Readonly<Record<string, Named>> = {
  CreateBatch: {
    schema: CreateBatch,
    description:
      'Exactly one of `content`, `file_url` and `upload_id`; for the bytes of a file use the multipart form.',
    fields: {
      content: 'The file as UTF-8 text.',
      file_url: 'HTTPS and the final address: redirects are not followed.',
      upload_id: 'A completed upload of the same credential. `filename` must be left out.',
      filename: 'Its extension selects the format. Inferred where absent.',
      instruction: 'What to translate, in words: "Into German and French, leave the URLs."',
      idempotency_key: 'In place of the header, where none can be set.',
    },
  },
  TermInput: { schema: TermInput, description: 'A term as it is written.' },
  GlossaryCreate: { schema: GlossaryCreate, description: 'A new glossary.' },
  GlossaryUpdate: {
    schema: GlossaryUpdate,
    description: 'Terms to add or replace, and the sources of terms to remove.',
  },
  GlossaryReplace: { schema: GlossaryReplace, description: 'The whole new content.' },
}

/** `#/components/schemas/NAME`. */
export function refTo(name: string): string {
  return `#/components/schemas/${name}`
}

/** The name of a schema in the document; undefined for one without. */
export function schemaName(schema: z.ZodType): string | undefined {
  return Object.entries({ ...ANSWERED, ...SENT }).find(([, named]) => named.schema === schema)?.[0]
}

/** All named schemas. In answers every declared field is present; requests may leave out what is optional. */
export function namedSchemas(): Json {
  return { ...written(ANSWERED, 'output'), ...written(SENT, 'input') }
}

function written(named: Readonly<Record<string, Named>>, io: 'output' | 'input'): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, { schema }] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io, target: 'draft-2020-12' })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, explained(plain(schema), named[name])]),
  )
}

/** A schema that has no name, as JSON Schema. */
export function inlineSchema(schema: z.ZodType, io: 'output' | 'input'): Json {
  return plain(z.toJSONSchema(schema, { io, target: 'draft-2020-12' }))
}

/** Marks of a file of its own go, and defaults: those are what our client fills in for a service that leaves a field out. */
function plain(given: object): Json {
  const value = declared(given)
  const kept = Object.entries(value).filter(([name, inner]) => !DROPPED.has(name) || typeof inner === 'object')
  return Object.fromEntries(kept.filter(([name]) => name !== 'default').map(([name, inner]) => [name, plainly(inner)]))
}

/** Where our client reads any text beside the values that the contract declares: those values, which are all that is sent. */
function declared(value: object): object {
  const ways: unknown = 'anyOf' in value ? value.anyOf : undefined
  if (!Array.isArray(ways) || !ways.some(way => JSON.stringify(way) === '{"type":"string"}')) return value
  return ways.find(way => typeof way === 'object' && way !== null && 'enum' in way) ?? value
}

const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id'])

function plainly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainly)
  return typeof value === 'object' && value !== null ? plain(value) : value
}

function explained(schema: Json, named: Named | undefined): Json {
  const { properties, ...rest } = schema
  const fields = Object.entries(typeof properties === 'object' && properties !== null ? properties : {})
  const described = fields.map(([name, field]) => {
    const description = named?.fields?.[name]
    return [name, description === undefined ? field : { description, ...field }]
  })
  return { description: named?.description, ...rest, properties: Object.fromEntries(described) }
}
