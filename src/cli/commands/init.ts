import { access, lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { shellWord } from '../../contract/shell-word.ts'
import { visible } from '../../mcp/render/data.ts'
import { listForInit, smallTexts } from '../../sync/disk/init-listing.ts'
import { repositoryOf } from '../../sync/disk/work-folder.ts'
import { proposeProject } from '../../sync/init/index.ts'
import type { PlacedFile } from '../../sync/project/inherit.ts'
import { canonicalLocale } from '../../sync/project/locale-names.ts'
import { projectFilesAbove } from '../../sync/project/open-project.ts'
import { ProjectError } from '../../sync/project/project-error.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { readProjectFile } from '../../sync/project/read-project-file.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import { inFolder } from '../hosted.ts'
import { listedIn } from '../listed.ts'
import { ownCommand } from '../own-command.ts'
import { lockAttributesFor } from '../sync/git-attributes.ts'
import { draftsOf } from '../sync/init-drafts.ts'
import { engineOfSync } from '../sync/init-engine.ts'
import { type InitPlan, initJson, initLines, initQuestion } from '../sync/init-words.ts'
import { writeInit } from '../sync/init-writing.ts'
import { askYesNo } from '../translate/question.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/**
 * Looks at the working folder and proposes its project file, or one for each of its packages. It writes on a yes alone, and changes no project
 * file that is there. Exit status 1 where nothing is found that one could be for, or it is not written.
 */
export async function init(invocation: Invocation): Promise<ExitStatus> {
  const { settings, operands, working, stdout, stderr } = invocation
  takesNoMore('init', operands)
  const plan = await planInit(invocation)
  if (typeof plan === 'string') {
    stderr.write(`${visible(plan, 1000)}\n`)
    return 1
  }
  if (!settings.json)
    stdout.write(
      initLines(plan)
        .map(line => `${visible(line, 1000)}\n`)
        .join(''),
    )
  const isProposed = plan.drafts.some(({ flaw }) => flaw === undefined)
  const isAgreed = isProposed && !settings.dry_run && (await agreed(plan, invocation))
  const written = isAgreed ? await writeInit(plan, working) : { files: [], failures: [] }
  if (settings.json) stdout.write(`${JSON.stringify(initJson(plan, written.files))}\n`)
  else for (const file of written.files) stdout.write(`Written: ${visible(file, 300)}\n`)
  for (const failure of written.failures) stderr.write(`${visible(failure, 600)}\n`)
  if (isAgreed) {
    if (!settings.json && written.failures.length === 0)
      stdout.write(`Next: ${ownCommand()} sync --dry-run${inFolder(settings)}\n`)
    return written.failures.length > 0 ? 1 : 0
  }
  if (isProposed) return settings.dry_run || settings.json ? 0 : 1
  return plan.drafts.length === 0 && plan.listing.projects.length > 0 ? 0 : 1
}

/** Whether the files may be written: with `--yes`, or by an answer. @throws {UsageError} there is nobody to ask */
async function agreed(plan: InitPlan, { settings, stderr }: Invocation): Promise<boolean> {
  const { yes, json, to, from } = settings
  if (yes) return true
  if (json) return false
  if (process.stdin.isTTY !== true) {
    const wishes = [...to.flatMap(tags => ['--to', tags]), ...(from === undefined ? [] : ['--from', from])].map(word =>
      shellWord(word),
    )
    const command = [ownCommand(), 'init', ...wishes, `--yes${inFolder(settings)}`].join(' ')
    throw new UsageError(`Nothing was written. There is no terminal to ask: \`${command}\` writes it.`)
  }
  const stopping = new AbortController()
  onSignal(() => stopping.abort())
  const { signal } = stopping
  const answer = await askYesNo(initQuestion(plan), process.stdin, stderr, { signal })
  if (answer !== true) stderr.write('Nothing was written.\n')
  return answer === true
}

/** What would be done; a sentence where nothing can be. */
async function planInit({ settings, working, env }: Invocation): Promise<InitPlan | string> {
  const to = listedIn(settings.to).map(tagGiven('--to'))
  const from = settings.from === undefined ? undefined : tagGiven('--from')(settings.from)
  const there = await ownProject(working)
  if (there !== undefined) return there
  const root = await repositoryOf(working)
  const above = await projectFilesAbove(path.dirname(working), root).catch(inWords)
  if (typeof above === 'string') return above
  const listing = await listForInit(working)
  const { proposals, left } = proposeProject(listing.files, smallTexts(working), listing.projects.length > 0)
  const schemaFor = await schemaFinder(
    working,
    root,
    proposals.map(({ folder }) => folder),
  )
  const drafts = draftsOf(proposals, { listing, from, to: [...new Set(to)], above, schemaFor })
  const attributes = await lockAttributesFor(working, root)
  return {
    drafts,
    left,
    listing,
    above: pathOfNearest(above, working, root),
    attributes,
    engine: await engineOfSync(
      env,
      drafts.flatMap(({ project: { source, targets = [] }, flaw }) =>
        flaw === undefined ? [{ source, targets }] : [],
      ),
    ),
  }
}

/** @throws {UsageError} for what is no tag */
function tagGiven(flag: string): (tag: string) => string {
  return tag => {
    const canonical = canonicalLocale(tag)
    if (canonical === undefined) throw new UsageError(`${flag} ${tag} is no language tag, such as de or pt-BR.`)
    return canonical
  }
}

/** What is to be said of the project file that a folder has; undefined where it has none. */
async function ownProject(folder: string): Promise<string | undefined> {
  const file = path.join(folder, PROJECT_FILE)
  if ((await lstat(file).catch(() => undefined)) === undefined) return undefined
  const kept = `${PROJECT_FILE} is there already, and init changes none.`
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return `${kept} It cannot be read.`
  try {
    readProjectFile(text)
    return `${kept} \`${ownCommand()} check\` says whether its translations are in step.`
  } catch (error) {
    return `${kept} It cannot be worked with as it is: ${inWords(error)}`
  }
}

function inWords(error: unknown): string {
  if (!(error instanceof ProjectError)) throw error
  const { file, line, column, message } = error
  return `${[file, line, column].filter(part => part !== undefined).join(':')}: ${message}`
}

function pathOfNearest([nearest]: readonly PlacedFile[], working: string, root: string): string | undefined {
  if (nearest === undefined) return undefined
  return path.relative(working, path.join(root, nearest.folder, PROJECT_FILE)).replaceAll(path.sep, '/')
}

const SCHEMA = 'node_modules/translation-mcp/translation-mcp.schema.json'

/** Gives the path of the schema that is installed in a folder, or above it in the same repository, for editors. */
async function schemaFinder(
  working: string,
  root: string,
  folders: readonly string[],
): Promise<(folder: string) => string | undefined> {
  const find = async (folder: string) => {
    let way = './'
    for (let at = path.join(working, folder); ; at = path.dirname(at)) {
      const isThere = await access(path.join(at, SCHEMA)).then(
        () => true,
        () => false,
      )
      if (isThere) return way + SCHEMA
      if (at === root || path.dirname(at) === at) return undefined
      way = way === './' ? '../' : `../${way}`
    }
  }
  const found = new Map<string, string | undefined>()
  for (const folder of folders) found.set(folder, await find(folder))
  return folder => found.get(folder)
}
