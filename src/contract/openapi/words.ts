import type { OperationId } from '../operations.ts'

/** What the document says of an operation, for people. */
interface OperationWords {
  readonly tag: Tag
  readonly summary: string
  readonly description: string
}

/** The groups of operations, in the order in which a reader meets them. */
export const TAGS = {
  Account: 'Who calls, what the credential and the workspace may do, credits and usage.',
  Translations:
    'Create a translation (a batch) from a file, plan it in words, approve its cost, wait, and fetch the result. ' +
    'Creating and planning cost nothing; approving spends.',
  Segments:
    "Text for the caller's own model to translate. Answered only where the service does not translate by itself.",
  Uploads: 'Send the bytes of a file as a step of its own.',
  Glossaries: 'Terms and their translations, one glossary a language pair.',
  'Signed links': 'Addresses that carry their own right: they need no credential, and end.',
} as const
export type Tag = keyof typeof TAGS

/** One entry for every operation: a missing one does not compile. */
export const OPERATION_WORDS: Readonly<Record<OperationId, OperationWords>> = {
  'account.get': {
    tag: 'Account',
    summary: 'Read the workspace, its limits and what this credential can do',
    description:
      'Decide what is possible from `capabilities`, not from scopes or a version number: with `batch_creation` false, creating, ' +
      'planning and approving are refused.',
  },
  'credits.get': {
    tag: 'Account',
    summary: 'Read the balance of credits and its grants',
    description:
      '`next_refill_estimated_at` is the expiry of the latest monthly grant. It is an estimate: the refill runs some time after it.',
  },
  'prices.get': {
    tag: 'Account',
    summary: 'Read what a word costs',
    description: 'Where an engine charges credits. A plan says its own cost before anything is spent.',
  },
  'usage.get': {
    tag: 'Account',
    summary: 'Read what was used over time',
    description:
      'Without parameters: the last 30 days. Without `granularity`: days for a range of up to 31 days, weeks for up to 180, months beyond. ' +
      'The totals are the sums of the points.',
  },
  'languages.list': {
    tag: 'Account',
    summary: 'List the supported languages',
    description: 'Tags are BCP 47. The list is not paged.',
  },
  'batches.list': {
    tag: 'Translations',
    summary: 'List translations, newest first',
    description:
      'Archived translations are left out unless `archived` asks for them. Pass `next_cursor` back exactly, with the same filters, for the ' +
      'next page. Query parameters that are not listed here are ignored, so that a mistyped filter gives an unfiltered list.',
  },
  'batches.plans': {
    tag: 'Translations',
    summary: 'Read the languages of translations',
    description:
      'Says of up to 50 translations the languages and the engine of their plans, in the order of `ids`; those that the workspace does ' +
      'not have are left out. Not paged.',
  },
  'batches.get': {
    tag: 'Translations',
    summary: 'Read a translation',
    description:
      'The shape is the same in every status: fields that do not apply yet are null. A translation of another workspace answers as one that does not exist.\n\n' +
      'To wait, send the header `Translation-State` of one answer as `unlike` of the next request, with `wait_ms`: it is answered as soon as the ' +
      'status changes. It counts as one request. Where very many wait already, it is answered at once: look again after a while.',
  },
  'batches.create': {
    tag: 'Translations',
    summary: 'Create a translation from a file',
    description:
      'Exactly one source: `content` (UTF-8 text), `file_url` (HTTPS, no redirects), `upload_id` (a completed upload of the same credential, ' +
      'without `filename`), or a multipart form with the part `file`. The extension of the file name selects the format. With `instruction` ' +
      'the answer has the plan, its cost and `plan_revision`; without it `suggested_instructions`. Nothing is spent.\n\n' +
      'A repeat with the same `Idempotency-Key` answers 200 with the translation that the first call made; the same key with another file, ' +
      'name or instruction is `idempotency_key_reused`. Answers within 20 s; where the analysis takes longer, `plan` is null and appears by itself.',
  },
  'batches.update': {
    tag: 'Translations',
    summary: 'Rename or archive a translation',
    description:
      'No archiving while it is queued, analyzed or translated, no new name while it is archived: `batch_not_editable`.',
  },
  'batches.plan': {
    tag: 'Translations',
    summary: 'Say in words what to translate',
    description:
      'Makes a plan, or refines the last one: words like also, skip, keep, without refine it; a sentence that names target languages afresh ' +
      'replaces them. `plan_revision` changes when the content of the plan does, and only then. An instruction that gives no plan is ' +
      '`plan_invalid` and changes nothing. Nothing is spent.',
  },
  'batches.getPlan': {
    tag: 'Translations',
    summary: 'Read the current plan',
    description: 'Read `not_included` and the cost before approving. `plan` is null where there is none yet.',
  },
  'batches.sample': {
    tag: 'Translations',
    summary: 'Plan a sample: a few texts of a plan, before much is spent',
    description:
      'A translation by itself, of up to five texts that show best how it will turn out, with a plan and a small cost of its own; it is approved, ' +
      'read and corrected like any other. Nothing is spent by this call, and each plan has one sample, however often it is asked for. When the ' +
      'sample is completed, its texts count as translated, and the plan of the whole has another revision and the rest of the cost.',
  },
  'batches.approve': {
    tag: 'Translations',
    summary: 'Approve the plan: spends, and starts the work',
    description:
      'Pass the `plan_revision` that was read as `expected_plan_revision`: a plan that is another by now is `plan_changed`, and nothing is spent. ' +
      'With `insufficient_credits` nothing is reserved, and the translation stays approvable. Never repeat an approval whose answer was lost: ' +
      'read the translation, whose status says whether it happened.',
  },
  'batches.result': {
    tag: 'Translations',
    summary: 'Get a signed link to the finished file',
    description:
      'The link needs no credential, cannot be altered to reach another file, and ends at `expires_at`: fetch it soon, keep it private.',
  },
  'batches.segments': {
    tag: 'Segments',
    summary: 'Take a round of segments to translate',
    description:
      'Each round is held for the one who asked. `hand_out=false` only says what is open. Of a completed translation, whoever made it, ' +
      '`search` or `from_id` shows lines with their translation, until its file is removed. `resource_not_found` means that the service ' +
      'has no such thing.',
  },
  'batches.answerSegments': {
    tag: 'Segments',
    summary: 'Answer segments, and take the next round',
    description:
      'Every answer is checked. A refused one comes back once with its `problem`; refused again, the source text stays. Answers that ' +
      'differ from what stands correct it. Those to a completed translation, whoever made it, are written at once, cost nothing, and are ' +
      'used from then on for the same text in the workspace.',
  },
  'uploads.create': {
    tag: 'Uploads',
    summary: 'Open a temporary upload',
    description: 'Send the bytes by `PUT` to `url`, then complete the upload, then create a translation with its `id`.',
  },
  'uploads.complete': {
    tag: 'Uploads',
    summary: 'Say that the bytes of an upload are complete',
    description: 'A second call changes nothing.',
  },
  'glossaries.list': {
    tag: 'Glossaries',
    summary: 'List glossaries, without their terms',
    description: 'Paged by cursor, as translations are.',
  },
  'glossaries.create': {
    tag: 'Glossaries',
    summary: 'Create the glossary of a language pair',
    description: 'One a pair: a second one is `glossary_already_exists`. On a refusal nothing has changed.',
  },
  'glossaries.get': {
    tag: 'Glossaries',
    summary: 'Read a glossary with its terms',
    description: 'A pair is written `en-de` or `en-pt-BR`: it has to split into two supported tags.',
  },
  'glossaries.update': {
    tag: 'Glossaries',
    summary: 'Add, change and remove terms',
    description:
      'Adds or replaces `terms`, and removes those whose source is in `remove`: all of it, or on a refusal nothing.',
  },
  'glossaries.replace': {
    tag: 'Glossaries',
    summary: 'Replace the whole content',
    description: '`terms` are all terms afterwards.',
  },
  'glossaries.remove': {
    tag: 'Glossaries',
    summary: 'Delete a glossary',
    description: 'Answers the glossary that was removed, without its terms.',
  },
  'project_glossaries.list': {
    tag: 'Glossaries',
    summary: 'List the glossaries of a project, without their terms',
    description: 'The header `Translation-Project` names the project.',
  },
  'project_glossaries.get': {
    tag: 'Glossaries',
    summary: 'Read a glossary of a project with its terms',
    description: 'It holds for translations of that project alone, and outranks the glossary of the workspace there.',
  },
  'project_glossaries.update': {
    tag: 'Glossaries',
    summary: 'Add, change and remove terms of a project',
    description: 'Makes the glossary where there is none. All of it, or on a refusal nothing.',
  },
  'project_glossaries.replace': {
    tag: 'Glossaries',
    summary: 'Replace the whole content of a glossary of a project',
    description: 'Makes the glossary where there is none. `terms` are all terms afterwards.',
  },
  'project_glossaries.remove': {
    tag: 'Glossaries',
    summary: 'Delete a glossary of a project',
    description: 'Answers the glossary that was removed, without its terms. That of the workspace stays.',
  },
}

/** What is said of parameters in paths and queries, by name. `example` is a value that is taken. */
export const PARAMETER_WORDS: Readonly<
  Record<string, { readonly description: string; readonly example?: string | number }>
> = {
  batch_id: { description: 'The `id` of a translation. Opaque.', example: 'bat_01JZ8Q4W7N3R5T6V8X9Y0A1B2C' },
  upload_id: { description: 'The `id` of an upload. Opaque.', example: 'upl_01JZ8Q4W7N3R5T6V8X9Y0A1B2C' },
  language_pair: { description: 'Source and target language, joined by a hyphen.', example: 'en-de' },
  limit: { description: 'Most items of a page.', example: 20 },
  cursor: { description: 'The `next_cursor` of the page before, passed back exactly, with the same filters.' },
  status: { description: 'Only translations in this status.' },
  archived: { description: 'True or 1: archived translations alone. False or 0, the default: all others.' },
  quality_tier: { description: 'Only translations of this tier.' },
  created_after: {
    description:
      'Only translations made at this moment or later: RFC 3339, or a date, which means its first instant in UTC.',
    example: '2026-01-31',
  },
  created_before: {
    description:
      'Only translations made before this moment: RFC 3339, or a date, which means its first instant in UTC.',
    example: '2026-02-28T12:00:00Z',
  },
  search: {
    description:
      'In a list: found in the name of the translation, or where it has none in its file name. Of lines: found in the text, its ' +
      'translation, its part or its key.',
  },
  from_id: { description: 'Only lines from this id on.', example: 1 },
  search_languages: {
    description:
      'True: `search` also finds translations by the name or tag of a target language, alone or with words of their name: `French`, `shop fr`.',
  },
  ids: {
    description: 'Up to 50 ids of translations, with commas between them.',
    example: 'bat_01JZ8Q4W7N3R5T6V8X9Y0A1B2C',
  },
  wait_ms: {
    description:
      'Answers only once the translation is in another state than `unlike`, or when so many milliseconds are over. 0, the default: at once.',
    example: 20000,
  },
  unlike: {
    description: 'The header `Translation-State` of the answer before; without it the state when the request arrives.',
  },
  progress_ms: {
    description:
      'After so many milliseconds the wait also ends when only the progress is another. Without it, it does not.',
  },
  from: {
    description: 'Begin of the range: RFC 3339, or a date, which means its first instant in UTC.',
    example: '2026-01-01',
  },
  to: {
    description: 'End of the range: RFC 3339, or a date, which means the end of that day in UTC.',
    example: '2026-01-31',
  },
  granularity: { description: 'What a point covers. By default it follows the length of the range.' },
  plan_revision: { description: 'The revision that was read; another one by now is `plan_changed`.' },
  target_language: {
    description:
      'Of a list: only translations into this language or a variety of it (`fr` finds `fr-CA`). Of segments: which language; by default one that has open segments.',
    example: 'de',
  },
  whole: { description: 'True for large rounds that are held for a day, for a work file.' },
  anew: {
    description: 'True ends the reservations of work files first: for a new work file, or for rounds in its place.',
  },
  hand_out: { description: 'False: only say what is open, hand out nothing.' },
}
