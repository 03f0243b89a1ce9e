import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { PROJECT } from '../../contract/limits.ts'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import { deskOfProject, deskOfWorkspace, type GlossaryDesk } from '../../mcp/glossary-desk.ts'
import { glossaryLine, shownGlossary } from '../../mcp/render/glossary.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { changeBy } from '../glossary/changes.ts'
import { importWords } from '../glossary/import-words.ts'
import { type PairedTerms, pairedTerms } from '../glossary/pairs.ts'
import { glossaryNow, sendTerms } from '../glossary/sending.ts'
import type { Settings } from '../settings.ts'
import { takesNoMore, UsageError, unknownOrder } from '../usage.ts'

type Ask = Pick<Invocation, 'settings' | 'stdout' | 'stderr'> & { readonly desk: GlossaryDesk }

/** Lists the glossaries of a service, embedded or hosted, writes one as a file, or takes over a file, through the operations of the API. */
export async function glossary(invocation: Invocation): Promise<0> {
  const { settings, env, stdout, stderr, clock } = invocation
  const act = orderOf(invocation)
  const { parts, close } = composeServer({ ...settings, log_level: 'silent' }, { env, stderr, named: [], clock })
  const { project } = settings
  try {
    const desk = project === undefined ? deskOfWorkspace(parts.client) : deskOfProject(project, parts.client)
    await act({ settings, stdout, stderr, desk })
    return 0
  } finally {
    await close()
  }
}

/** What the operands ask for. @throws {UsageError} they make no sense */
function orderOf({ operands, settings }: Invocation): (ask: Ask) => Promise<void> {
  const [order, operand] = operands
  if (order !== 'list' && order !== 'export' && order !== 'import')
    throw unknownOrder('glossary', order, ['list', 'export', 'import'])
  takesNoMore(`glossary ${order}`, operands, order === 'list' ? 1 : 2)
  const { from, to, replace, dry_run, format, json, project } = settings
  if (project !== undefined && !PROJECT.test(project))
    throw new UsageError('--project must be a label of 1 to 100 ASCII characters, as `memory show` names it.')
  const ofImport = from !== undefined || to.length > 0 || replace || dry_run
  if (order !== 'import' && ofImport)
    throw new UsageError(`glossary ${order} does not take --from, --to, --replace or --dry-run.`)
  if (order === 'list') {
    if (format !== undefined) throw new UsageError('glossary list does not take --format.')
    return list
  }
  if (order === 'export') {
    if (operand === undefined) throw new UsageError('glossary export needs a PAIR: glossary export en-de.')
    if (json) throw new UsageError('glossary export writes TBX, CSV, TSV or TMX, not JSON.')
    return ask => exportPair(operand, ask)
  }
  if (operand === undefined) throw new UsageError('glossary import needs a FILE.')
  if (to.length > 1) throw new UsageError('glossary import takes one language with --to.')
  return ask => importFile(operand, ask)
}

async function list({ settings, stdout, stderr, desk }: Ask): Promise<void> {
  const found = []
  for await (const { data } of desk.pages()) found.push(...data)
  if (settings.json) stdout.write(`${JSON.stringify({ glossaries: found })}\n`)
  else if (found.length === 0) stderr.write('There is no glossary.\n')
  else stdout.write(found.map(one => `${glossaryLine(one)}\n`).join(''))
}

async function exportPair(pair: string, { settings, stdout, stderr, desk }: Ask): Promise<void> {
  const { data } = await desk.get(pair)
  const { glossaryAs } = await import('../glossary/writing.ts')
  for (const piece of glossaryAs(settings.format ?? 'tbx', data)) await write(stdout, piece)
  stderr.write(`Exported: ${counted(data.terms.length, 'term')}.\n`)
}

async function write(stdout: Writable, text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, 'drain')
}

async function importFile(file: string, { settings, stdout, desk }: Ask): Promise<void> {
  const { from, format, replace, dry_run, json } = settings
  const [to] = settings.to
  const found = await readPaired(file, { from, to, format })
  const pair = `${found.from}-${found.to}`
  const before = await glossaryNow(desk, pair)
  const change = changeBy(before?.terms ?? [], found.terms, replace)
  const after = dry_run ? before : await sendTerms(pair, change, { before, replace, desk })
  const done = { pair, dry_run, ...change.counts, left_out: found.left_out, repeated: found.repeated }
  const shown = after === undefined ? null : shownGlossary(after)
  stdout.write(json ? `${JSON.stringify({ ...done, glossary: shown })}\n` : importWords(done, after))
}

/** @throws {Error} what is wrong with the file, in words */
async function readPaired(
  file: string,
  wish: Pick<Settings, 'format'> & { readonly from: string | undefined; readonly to: string | undefined },
): Promise<PairedTerms> {
  const { readConceptFile } = await import('../glossary/reading.ts')
  try {
    const found = pairedTerms(await readConceptFile(file, wish), wish)
    if (found.terms.length > 0) return found
    throw new TermFileFault(`No concept of the file has a term in ${found.from} and one in ${found.to}.`)
  } catch (error) {
    if (error instanceof TermFileFault)
      throw new Error(['Nothing was changed.', `${file}: ${error.message}`, error.flags].filter(Boolean).join(' '))
    throw error
  }
}
