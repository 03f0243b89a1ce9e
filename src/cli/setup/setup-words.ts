import { shellWord } from '../../contract/shell-word.ts'
import { ASSISTANTS } from './assistants.ts'
import type { ServerEntry } from './entry.ts'
import { type FoundConfig, type SetupStep, startWords } from './plan.ts'
import { type ConfigOutcome, isWriting } from './writing.ts'

/** A configuration file and what is to be done with it. */
export interface PlannedConfig {
  readonly config: FoundConfig
  readonly step: SetupStep
}

export interface SetupPlan {
  readonly rows: readonly PlannedConfig[]
  readonly entry: ServerEntry
  readonly remove: boolean
  /** True where a person wants to paste it: then it is shown over lines. */
  readonly print: boolean
}

/** What is proposed, for a person. */
export function setupLines(plan: SetupPlan): readonly string[] {
  const { rows, entry, remove } = plan
  if (rows.length === 0) return nobodyLines(entry)
  const width = Math.max(...rows.map(({ config }) => config.called.length))
  return [
    ...(remove ? [] : [`Assistants start it by: ${commandLine([entry.command, ...entry.args])}`]),
    ...rows.flatMap(({ config, step }) => [
      '',
      `${config.called.padEnd(width)}  ${config.file}`,
      ...stepLines(config, step, plan).map(line => `  ${line}`),
    ]),
  ]
}

function nobodyLines(entry: ServerEntry): string[] {
  const names = ASSISTANTS.map(({ name }) => name).join(', ')
  return [
    `No assistant was found. Named, each of these is written for all the same: ${names}.`,
    `Any other that takes MCP servers starts this: ${commandLine([entry.command, ...entry.args])}`,
  ]
}

function stepLines(
  { format, bytes }: FoundConfig,
  step: SetupStep,
  { entry, remove, print }: SetupPlan,
): readonly string[] {
  const pasted = () => indented(format.snippet(entry))
  const snippet = () => (print ? pasted() : indented(onOneLine(format.snippet(entry))))
  switch (step.kind) {
    case 'add':
      if (step.own !== undefined)
        return ['adds, by its own command:', `  ${commandLine([step.own.program, ...step.own.args])}`]
      return [bytes === undefined ? 'makes the file, with:' : 'adds:', ...snippet()]
    case 'change':
      return [`changes what it starts, which is: ${startWords(step.was)}`, 'so that the file has:', ...snippet()]
    case 'remove':
      if (step.own !== undefined)
        return ['takes it out, by its own command:', `  ${commandLine([step.own.program, ...step.own.args])}`]
      return ['takes it out']
    case 'restore':
      return [
        step.backup === undefined
          ? 'takes it out: the file has nothing else, and goes'
          : 'takes it out: the file is as it was before setup',
      ]
    case 'same':
      return ['is connected already']
    case 'absent':
      return ['is not connected']
    case 'foreign':
      return [
        `has another server called translation, which stays: ${step.words}`,
        'Rename or remove that one, and run setup again.',
      ]
    case 'flaw':
      return [
        `stays as it is. ${step.line === undefined ? '' : `Line ${step.line}: `}${step.words}`,
        ...(remove
          ? ['Mend it and run setup again, or take the entry out by hand.']
          : ['Mend it and run setup again, or paste this into it:', ...pasted()]),
      ]
  }
}

function indented(text: string): string[] {
  return text.split('\n').map(line => `  ${line}`)
}

/** JSON on one line, so that a proposal for many assistants fits a screen. */
function onOneLine(snippet: string): string {
  return snippet.startsWith('{') ? snippet.replaceAll(/\n\s*/g, ' ') : snippet
}

/** What was done, and what is left to do. */
export function outcomeLines(
  done: readonly (PlannedConfig & { readonly outcome: ConfigOutcome })[],
  remove: boolean,
): readonly string[] {
  const well = done.filter(({ outcome }) => outcome.done)
  const names = [...new Set(well.map(({ config }) => config.called))]
  return [
    ...well.map(({ config: { file }, step, outcome: { backup } }) => {
      const kept = backup === undefined ? '' : ` (before: ${backup})`
      return `${step.kind === 'restore' && step.backup === undefined ? 'Removed' : 'Written'}: ${file}${kept}`
    }),
    ...(names.length === 0
      ? []
      : [
          `If ${names.length === 1 ? 'it runs' : 'they run'} now, start ${names.join(', ')} again: servers are read at the start.`,
        ]),
    ...(remove || names.length === 0
      ? []
      : ['Then ask it: "Translate locales/en.json into German and French, but skip the legal section."']),
  ]
}

export function setupQuestion({ rows, remove }: SetupPlan): string {
  const writing = rows.filter(({ step }) => isWriting(step))
  const files = writing.length === 1 ? writing[0]?.config.file : `these ${writing.length} files`
  return remove ? `Take it out of ${files}?` : `Write ${files}? A copy of what is there is kept beside it.`
}

/** The same for programs. Variables of an entry that is there are left out: they may be secrets. */
export function setupJson({ rows, entry, remove }: SetupPlan, outcomes: ReadonlyMap<PlannedConfig, ConfigOutcome>) {
  return {
    entry,
    remove,
    files: rows.map(row => {
      const { config, step } = row
      const outcome = outcomes.get(row)
      return {
        assistant: config.assistant,
        called: config.called,
        file: config.file,
        step: step.kind,
        words: 'words' in step ? step.words : null,
        line: step.kind === 'flaw' ? (step.line ?? null) : null,
        by: 'own' in step && step.own ? [step.own.program, ...step.own.args] : null,
        written: outcome?.done ?? false,
        backup: outcome?.backup ?? null,
        note: outcome?.note ?? null,
      }
    }),
  }
}

export function commandLine(words: readonly string[]): string {
  return words.map(word => shellWord(word)).join(' ')
}
