import type * as z from 'zod'
import type { Account, Credits, Language, Prices, Usage } from '../account.ts'
import type { Batch, Result, Upload } from '../batch.ts'
import type { Glossary, GlossarySummary } from '../glossary.ts'
import type { OperationId } from '../operations.ts'
import type { Approved, BatchPlan, Created, Plan, Planned } from '../plan.ts'
import type { SegmentRound } from '../segments.ts'

const AT = '2026-01-31T09:30:00.000Z'
const LATER = '2026-01-31T09:45:00.000Z'
const ID = 'bat_01JZ8Q4W7N3R5T6V8X9Y0A1B2C'
const REVISION = 'rev_6f1d2c84'

const account: Account = {
  workspace: { id: 'wsp_01JZ8Q4W7N3R5T6V8X9Y0A1B2C', name: 'Acme', slug: 'acme', plan: 'standard' },
  credit_balance: 98_760,
  entitlements: {
    quality_tiers: ['standard', 'lite'],
    custom_guidelines: true,
    max_glossaries: null,
    max_terms_per_glossary: 10_000,
    max_upload_bytes: 62_914_560,
  },
  credential: {
    id: 'key_01JZ8Q4W7N3R5T6V8X9Y0A1B2C',
    kind: 'api_key',
    name: 'continuous integration',
    prefix: 'tr_live_Ab3d',
    scopes: ['account:read', 'batches:read', 'batches:create'],
    created_at: AT,
    expires_at: null,
  },
  capabilities: { batch_creation: true, webhooks: false, supported_formats: ['csv', 'json', 'md', 'po', 'txt'] },
}

const credits: Credits = {
  balance: 98_760,
  plan: 'standard',
  monthly_allowance: 100_000,
  next_refill_estimated_at: '2026-02-01T00:00:00.000Z',
  grants: [
    {
      id: 'grt_01JZ8Q4W7N3R5T6V8X9Y0A1B2C',
      type: 'monthly',
      amount: 100_000,
      used: 1240,
      remaining: 98_760,
      granted_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-02-01T00:00:00.000Z',
    },
  ],
}

const usage: Usage = {
  from: '2026-01-30T00:00:00.000Z',
  to: '2026-01-31T09:30:00.000Z',
  granularity: 'day',
  totals: { credits_used: 1240, batches_completed: 1, words_translated: 1240 },
  points: [
    { date: '2026-01-30', credits_used: 0, batches_completed: 0, words_translated: 0 },
    { date: '2026-01-31', credits_used: 1240, batches_completed: 1, words_translated: 1240 },
  ],
}

const batch: Batch = {
  id: ID,
  name: 'Menu',
  file_name: 'menu.json',
  status: 'awaiting_review',
  translation_mode: 'full',
  quality_tier: 'standard',
  word_count: 2,
  credit_cost: 2,
  is_sample: false,
  archived: false,
  progress: { phase: 'planning', percent: null, updated_at: AT },
  error: null,
  created_at: AT,
  completed_at: null,
}

const plan: Plan = {
  plan_revision: REVISION,
  credit_cost: 2,
  word_count: 2,
  new_words: 2,
  reused_words: 0,
  source_language: 'en',
  source_language_from: 'detected',
  target_languages: ['de'],
  quality_tier: 'standard',
  included: [{ part: 'menu', segments: 2, words: 2 }],
  not_included: [{ part: 'build', reason: 'holds no text', words: 0 }],
  applied: ['Into German.'],
  guidance: [],
  not_understood: [],
  keep_untranslated: [],
  glossaries: [{ language_pair: 'en-de', term_count: 1 }],
  preview: [{ part: 'menu.save', text: 'Save' }],
  engine: 'agent',
  text_goes_to: 'the model of the assistant that calls',
  billing: { who: 'workspace', unit: 'credits', estimate: 2 },
  advice: [],
}

const planned: Planned = {
  batch,
  plan,
  plan_revision: REVISION,
  counts: { segments: 2, words: 2, characters: 8, selected_segments: 2, selected_words: 2 },
  credit_cost: 2,
  extraction_preview: [{ part: 'menu.save', text: 'Save' }],
}

const created: Created = { ...planned, suggested_instructions: null, reused: false }

const sampled: Planned = {
  ...planned,
  batch: { ...batch, id: 'bat_01JZ8Q5K2M7P9R4T6V8X0Y1A3B', name: 'menu.json (sample)' },
  plan: { ...plan, sample_of: batch.id },
}

const approved: Approved = {
  batch: { ...batch, status: 'translating', progress: { phase: 'translating', percent: 0, updated_at: AT } },
  credits_reserved: 2,
  credit_balance: 98_758,
}

const result: Result = {
  url: `https://translate.example.com/files/${ID}/menu.de.json?expires=1769852700000&sig=…`,
  page_url: `https://translate.example.com/files/${ID}/menu.de.json?expires=1769852700000&sig=…&view=page`,
  expires_at: LATER,
  file_name: 'menu.de.json',
  media_type: 'application/json',
  size_bytes: 48,
  engine: 'agent',
  quality: { segments: 2, repaired: 0, kept_source: 0, terms: { present: 1, honoured: 1 }, findings: [] },
}

const upload: Upload = {
  id: 'upl_01JZ8Q4W7N3R5T6V8X9Y0A1B2C',
  url: 'https://translate.example.com/uploads/upl_01JZ8Q4W7N3R5T6V8X9Y0A1B2C?expires=1769855400000&sig=…',
  expires_at: '2026-01-31T10:30:00.000Z',
}

const round: SegmentRound = {
  plan_revision: REVISION,
  target_language: 'de',
  segments: [
    {
      id: '1',
      text: 'Good morning, {name}!',
      part: 'home.greeting',
      note: null,
      problem: null,
      max_length: null,
      suspicious: false,
      key: 'home.greeting',
      kind: null,
      row: null,
      column: null,
      context: null,
      references: null,
      previous: null,
      present: null,
      stands_for: [{ code: '{name}', meaning: 'e.g. Anna' }],
      before: null,
      after: null,
      suggestion: null,
    },
  ],
  rejected: [],
  doubts: [],
  terms: [{ source: 'morning', target: 'Morgen' }],
  guidance: ['Friendly.'],
  plural_categories: [],
  ordinal_categories: [],
  total: 1,
  remaining: 1,
  remaining_words: 3,
  done: false,
  open_languages: ['de'],
  leased_until: LATER,
  found: null,
}

/** The label of a project. */
const PROJECT_LABEL = 'shop-4f1c9a02'

const summary: GlossarySummary = {
  language_pair: 'en-de',
  source_language: 'en',
  target_language: 'de',
  name: 'Product',
  term_count: 1,
  created_at: AT,
  updated_at: AT,
}
const glossary: z.output<typeof Glossary> = {
  ...summary,
  terms: [{ source: 'save', target: 'sichern', note: null, case_sensitive: false }],
}
const language: Language = { tag: 'pt-BR', name: 'Portuguese (Brazil)' }

const prices: Prices = {
  rates: [
    { quality_tier: 'standard', credits_per_word: 1 },
    { quality_tier: 'lite', credits_per_word: 0.5 },
  ],
  free: ['planning', 'words known from earlier translations'],
}

const plans: BatchPlan = { batch_id: ID, source_language: 'en', target_languages: ['de', 'pt-BR'], engine: 'agent' }

/** What each operation answers: its `data`, or one item of its list. */
export const ANSWERS: Readonly<Record<OperationId, unknown>> = {
  'account.get': account,
  'credits.get': credits,
  'prices.get': prices,
  'usage.get': usage,
  'languages.list': language,
  'batches.list': batch,
  'batches.plans': plans,
  'batches.get': batch,
  'batches.create': created,
  'batches.update': batch,
  'batches.plan': planned,
  'batches.getPlan': planned,
  'batches.sample': sampled,
  'batches.approve': approved,
  'batches.result': result,
  'batches.segments': round,
  'batches.answerSegments': {
    ...round,
    segments: [],
    remaining: 0,
    remaining_words: 0,
    done: true,
    open_languages: [],
    leased_until: null,
  },
  'uploads.create': upload,
  'uploads.complete': upload,
  'glossaries.list': summary,
  'glossaries.create': glossary,
  'glossaries.get': glossary,
  'glossaries.update': glossary,
  'glossaries.replace': glossary,
  'glossaries.remove': summary,
  'project_glossaries.list': { ...summary, project: PROJECT_LABEL },
  'project_glossaries.get': { ...glossary, project: PROJECT_LABEL },
  'project_glossaries.update': { ...glossary, project: PROJECT_LABEL },
  'project_glossaries.replace': { ...glossary, project: PROJECT_LABEL },
  'project_glossaries.remove': { ...summary, project: PROJECT_LABEL },
}

/** A body of each operation that takes one. */
export const BODIES: Readonly<Partial<Record<OperationId, object>>> = {
  'batches.create': { content: '{"menu": {"save": "Save"}}', filename: 'menu.json', instruction: 'Into German.' },
  'batches.update': { name: 'Menu of the app' },
  'batches.plan': { instruction: 'Also into French, without the part "menu.help".' },
  'batches.sample': { expected_plan_revision: REVISION },
  'batches.approve': { expected_plan_revision: REVISION },
  'batches.answerSegments': {
    plan_revision: REVISION,
    target_language: 'de',
    translations: [{ id: '1', text: 'Guten Morgen, {name}!' }],
  },
  'uploads.create': { filename: 'menu.json' },
  'glossaries.create': { language_pair: 'en-de', name: 'Product', terms: [{ source: 'save', target: 'sichern' }] },
  'glossaries.update': { terms: [{ source: 'open', target: 'öffnen' }], remove: ['save'] },
  'glossaries.replace': { name: 'Product', terms: [{ source: 'save', target: 'speichern' }] },
  'project_glossaries.update': { terms: [{ source: 'open', target: 'öffnen' }], remove: ['save'] },
  'project_glossaries.replace': { name: 'Product', terms: [{ source: 'save', target: 'speichern' }] },
}
