/** The names of all tools, in the order of the list. Here and not at the tools, so that settings can be read without loading them. */
export const TOOL_NAMES = [
  'create_batch',
  'plan_batch',
  'approve_batch',
  'translate_segments',
  'get_batch',
  'get_result',
  'plan_sync',
  'list_batches',
  'update_batch',
  'get_account',
  'get_usage',
  'list_languages',
  'get_glossary',
  'manage_glossary',
] as const
export type ToolName = (typeof TOOL_NAMES)[number]

/** True for the name of a tool. */
export function isToolName(word: string): word is ToolName {
  return TOOL_NAMES.some(name => name === word)
}

/** Those that change nothing at the service, spend nothing and write no file. */
const READING: ReadonlySet<ToolName> = new Set([
  'get_batch',
  'plan_sync',
  'list_batches',
  'get_account',
  'get_usage',
  'list_languages',
  'get_glossary',
])

/** Which tools an operator lets agents use. `read_only` outranks the others: neither of them adds a tool to it. */
export interface ToolChoice {
  readonly read_only: boolean
  /** Empty: all. */
  readonly tools: readonly ToolName[]
  readonly exclude: readonly ToolName[]
}

/** The tools that a choice leaves, in the order of the list. May be empty. */
export function chosenTools({ read_only, tools, exclude }: ToolChoice): readonly ToolName[] {
  return TOOL_NAMES.filter(
    name =>
      (!read_only || READING.has(name)) && (tools.length === 0 || tools.includes(name)) && !exclude.includes(name),
  )
}

/** What an unlisted tool would have done, for a text that would have named it as the next call. */
const ACTIONS: Record<ToolName, string> = {
  create_batch: 'creating a translation',
  plan_batch: 'changing the plan',
  approve_batch: 'approving the cost',
  translate_segments: 'translating or correcting the text',
  get_batch: 'looking at the translation',
  get_result: 'fetching the file',
  plan_sync: 'looking at the locale files of a repository',
  list_batches: 'listing translations',
  update_batch: 'renaming and archiving',
  get_account: 'looking at the account',
  get_usage: 'looking at the usage',
  list_languages: 'listing languages',
  get_glossary: 'reading glossaries',
  manage_glossary: 'changing glossaries',
}

/** Keeps texts from naming tools that are not listed: a model would call them, and fail. */
export interface Wording {
  /** A description without the clauses that name such a tool. */
  readonly described: (text: string) => string
  /** A next step; where it would begin with such a tool, it says what cannot be done here. */
  readonly step: (text: string) => string
  /** Lines of a failure, without the sentences that name such a tool. */
  readonly told: (text: string) => string
}

const AS_IT_IS: Wording = { described: text => text, step: text => text, told: text => text }

const wordings = new WeakMap<ToolChoice, Wording>()

/** The wording for a choice; made once for each. */
export function wordingFor(choice: ToolChoice): Wording {
  const known = wordings.get(choice)
  if (known !== undefined) return known
  const made = without(TOOL_NAMES.filter(name => !chosenTools(choice).includes(name)))
  wordings.set(choice, made)
  return made
}

/** A structured result whose next step and warnings name no tool that the operator left out. */
export function wordedResult(data: Record<string, unknown>, choice: ToolChoice): Record<string, unknown> {
  const { step, described } = wordingFor(choice)
  const { next_step, warnings } = data
  return {
    ...data,
    ...(typeof next_step === 'string' ? { next_step: step(next_step) } : {}),
    ...(Array.isArray(warnings) ? { warnings: warnings.map(text => described(String(text))).filter(Boolean) } : {}),
  }
}

/** Between sentences, and between the parts of one that say a thing each. */
const CLAUSES = /(?<=[.;])\s+/

function without(unlisted: readonly ToolName[]): Wording {
  if (unlisted.length === 0) return AS_IT_IS
  const any = `\\b(?:${unlisted.join('|')})\\b`
  const named = new RegExp(any)
  const choices = new RegExp(`${any} or | or ${any}`, 'g')
  const described = (text: string) => {
    if (!named.test(text)) return text
    const left = text.replaceAll(choices, '').split(CLAUSES)
    return left
      .filter(clause => !named.test(clause))
      .join(' ')
      .replace(/[;:,]$/, '.')
  }
  return {
    described,
    told: text => text.split('\n').map(described).filter(Boolean).join('\n'),
    step: text => {
      const name = unlisted.find(one => new RegExp(`\\b${one}\\b`).test(text))
      if (name === undefined) return text
      const first = text.split(CLAUSES)[0] ?? ''
      if (!named.test(first)) return described(text)
      return `tell the person: ${ACTIONS[name]} comes next, and this server does not offer it to assistants`
    },
  }
}
