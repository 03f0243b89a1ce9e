import { quoted } from '../../mcp/render/data.ts'
import { count, counted } from '../../mcp/render/numbers.ts'
import type { ImportCounts } from '../../service/admin/memory-import.ts'
import { type Incoming, type LeftOutOfMemory, REASONS_OUT } from './incoming.ts'

const WHY: Readonly<Record<keyof LeftOutOfMemory, (number: number) => string>> = {
  machine: number => `${counted(number, 'translation')} that an engine made elsewhere`,
  one_language: number => `${counted(number, 'unit')} without a text in both languages`,
  unknown_language: number =>
    `${counted(number, 'translation')} from or into a language that this program does not know`,
  empty: number => `${counted(number, 'empty translation')}`,
  codes: number => `${counted(number, 'translation')} with codes that the file does not spell out`,
  broken: number => `${counted(number, 'translation')} with broken characters`,
  repeated: number => `${counted(number, 'repetition')} of a text`,
}

/** The most pairs of languages that are named. */
const NAMED_PAIRS = 20

/** What comes in: `1,240 translations: en to de 1,000, en to fr 240.` */
export function pairsWords({ lines, pairs }: Pick<Incoming, 'lines' | 'pairs'>): string {
  const named = pairs
    .slice(0, NAMED_PAIRS)
    .map(({ source_language: from, target_language: to, translations }) => `${from} to ${to} ${count(translations)}`)
  const more = pairs.length > NAMED_PAIRS ? ` and ${counted(pairs.length - NAMED_PAIRS, 'further pair')}` : ''
  return `${counted(lines.length, 'translation')}${named.length === 0 ? '' : `: ${named.join(', ')}${more}`}.`
}

/** The most projects that are named. */
const NAMED_PROJECTS = 5

/** Whose files use it, where that is not every file of the workspace. */
function projectsWords({ projects }: Pick<Incoming, 'projects'>): readonly string[] {
  const labelled = projects.flatMap(({ project, translations }) =>
    project === null ? [] : [`${quoted(project)} ${count(translations)}`],
  )
  if (labelled.length === 0) return []
  const more =
    labelled.length > NAMED_PROJECTS ? ` and ${counted(labelled.length - NAMED_PROJECTS, 'further one')}` : ''
  return [
    `For files of these projects only: ${labelled.slice(0, NAMED_PROJECTS).join(', ')}${more}. --without-project takes them in for all files.`,
  ]
}

/** What an import did, or would do, in lines. */
export function memoryImportWords(incoming: Incoming, counts: ImportCounts, dry_run: boolean): string {
  const { added, changed, same, kept } = counts
  const parts = [
    `${count(added)} added`,
    `${count(changed)} changed`,
    `${count(same)} the same`,
    ...(kept === 0 ? [] : [`${count(kept)} not taken, since another translation was made here`]),
  ]
  const reasons = REASONS_OUT.filter(why => incoming.left_out[why] > 0).map(why => WHY[why](incoming.left_out[why]))
  return [
    pairsWords(incoming),
    `${parts.join(', ')}.`,
    ...projectsWords(incoming),
    ...(reasons.length === 0 ? [] : [`Left out: ${reasons.join(', ')}.`]),
    ...(dry_run ? ['This would be done; nothing was changed.'] : []),
    '',
  ].join('\n')
}
