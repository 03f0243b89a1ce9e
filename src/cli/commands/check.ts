import { counted } from '../../mcp/render/numbers.ts'
import { openSyncProject } from '../../sync/disk/open.ts'
import { planOpened } from '../../sync/disk/plan-opened.ts'
import { withUnfinished } from '../../sync/disk/unfinished.ts'
import { projectWarnings, refuseConflict } from '../../sync/disk/warnings.ts'
import type { Invocation } from '../command.ts'
import { listedIn } from '../listed.ts'
import { paintFor } from '../paint.ts'
import { findingsIn, findingText, githubText } from '../sync/findings.ts'
import { preservedIn, preservedWords } from '../sync/report.ts'

/** So many findings are shown; a file that was never translated has a thousand. */
const SHOWN = 50

/**
 * Tells whether the translations of a repository are in step with their sources. It reads files alone: no key, no service, no network. Exit
 * status 0 where all are in step, else 1.
 */
export async function check({ settings, operands, working, env, stdout, stderr }: Invocation): Promise<0 | 1> {
  const { findings_format: format, json, require_reviewed: reviewed } = settings
  const targets = listedIn(settings.to)
  const paint = paintFor(stderr, env, json)
  const onStdout = { paint: paintFor(stdout, env) }
  const opened = await withUnfinished(await openSyncProject(working, operands, targets))
  refuseConflict(opened)
  for (const line of projectWarnings(opened)) stderr.write(`${line}\n`)
  const plan = await planOpened(opened)
  const findings = findingsIn(plan, { reviewed })
  if (json) {
    const plain = findings.map(({ shown: _, ...finding }) => finding)
    stdout.write(`${JSON.stringify({ in_step: findings.length === 0, findings: plain })}\n`)
  } else {
    const lines = counts(
      findings.map(finding =>
        format === 'github' ? githubText(finding, opened.project.folder) : findingText(finding, onStdout),
      ),
    )
    for (const [text, count] of lines.slice(0, SHOWN))
      stdout.write(`${text}${count === 1 ? '' : ` (${counted(count, 'form')})`}\n`)
    const more = lines.slice(SHOWN).reduce((sum, [, count]) => sum + count, 0)
    if (more > 0) stdout.write(`and ${more} more; --json lists all\n`)
    const files = counted(plan.pairs.length, 'translation')
    const texts = plan.pairs.reduce((sum, { states }) => sum + states.length, 0)
    const preserved = preservedIn(plan.pairs)
    if (preserved.length > 0) stderr.write(`${preservedWords(preserved)}\n`)
    stderr.write(
      findings.length === 0
        ? `${paint('good', 'In step:')} ${files} with ${counted(texts, 'text')}.\n`
        : `${paint('bad', 'Not in step:')} ${counted(findings.length, 'finding')} in ${files}.\n`,
    )
  }
  return findings.length === 0 ? 0 : 1
}

/** Lines in their order, each with how often it comes: forms of one message are told once. */
function counts(lines: readonly string[]): readonly (readonly [string, number])[] {
  const found = new Map<string, number>()
  for (const line of lines) found.set(line, (found.get(line) ?? 0) + 1)
  return [...found]
}
