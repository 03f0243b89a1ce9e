// What the API says in tests that fix it. It loads nothing, so that the bench, too, answers with it.

export const ACCOUNT = {
  workspace: { id: 'wsp_1', name: 'Example', slug: 'example', plan: 'team' },
  credit_balance: 98_760,
  entitlements: {
    quality_tiers: ['standard', 'lite'],
    custom_guidelines: true,
    max_glossaries: null,
    max_terms_per_glossary: 10_000,
    max_upload_bytes: 62_914_560,
  },
  credential: {
    id: 'key_1',
    kind: 'api_key',
    name: 'laptop',
    prefix: 'tms_live_ab12',
    scopes: ['account:read', 'batches:read', 'batches:create'],
    created_at: '2026-11-01T09:00:00.000Z',
    expires_at: null,
  },
  capabilities: { batch_creation: true, webhooks: false, supported_formats: ['txt', 'md', 'json'] },
}

export const CREDITS = {
  balance: 98_760,
  plan: 'team',
  monthly_allowance: 100_000,
  next_refill_estimated_at: '2026-12-01T00:00:00.000Z',
  grants: [
    {
      id: 'grt_1',
      type: 'monthly',
      amount: 100_000,
      used: 1240,
      remaining: 98_760,
      granted_at: '2026-11-01T00:00:00.000Z',
      expires_at: '2026-12-01T00:00:00.000Z',
    },
  ],
}

/** A translation as the API shows it; single fields may differ. */
export function batch(changes: object = {}) {
  return {
    id: 'bat_1',
    name: null,
    file_name: 'app.json',
    status: 'awaiting_review',
    translation_mode: 'selected',
    quality_tier: 'standard',
    word_count: 620,
    credit_cost: 1240,
    is_sample: false,
    archived: false,
    progress: { phase: 'planning', percent: null, updated_at: '2026-11-21T11:59:58.000Z' },
    error: null,
    created_at: '2026-11-21T11:59:00.000Z',
    completed_at: null,
    ...changes,
  }
}

export function plan(changes: object = {}) {
  return {
    plan_revision: 'pr_k2x',
    credit_cost: 1240,
    word_count: 620,
    source_language: 'en',
    source_language_from: 'file',
    target_languages: ['de', 'pt-BR'],
    quality_tier: 'standard',
    included: [{ part: 'menu', segments: 60, words: 620 }],
    not_included: [{ part: 'legal.notes', reason: 'the instruction leaves it out', words: 310 }],
    applied: ['Translate into German (de) and Portuguese (pt-BR)', 'skip the notes'],
    guidance: ['a friendly tone'],
    not_understood: ['frobnicate the bananas'],
    keep_untranslated: ['Acme'],
    glossaries: [{ language_pair: 'en-de', term_count: 12 }],
    preview: [{ part: 'menu.open', text: 'Open the file' }],
    engine: 'house',
    text_goes_to: 'house.example',
    billing: { who: 'workspace', unit: 'credits', estimate: 1240 },
    ...changes,
  }
}

interface PlannedChanges {
  readonly plan?: { readonly credit_cost?: unknown } | null
  readonly [name: string]: unknown
}

/** The cost beside the plan is that of the plan. */
export function planned({ plan: of = plan(), ...changes }: PlannedChanges = {}) {
  return { batch: batch(), plan: of, plan_revision: 'pr_k2x', credit_cost: of?.credit_cost ?? null, ...changes }
}

export const GLOSSARY = {
  language_pair: 'en-de',
  source_language: 'en',
  target_language: 'de',
  name: 'Product names',
  term_count: 2,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-20T16:30:00.000Z',
  terms: [
    { source: 'sign in', target: 'anmelden', note: 'verb only', case_sensitive: false },
    { source: 'Acme', target: 'Acme', note: null, case_sensitive: true },
  ],
}
