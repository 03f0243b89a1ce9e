import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { WORK_FOLDER } from '../../sync/disk/delta-place.ts'

/**
 * The label of the project that a local file belongs to: its repository, or else its folder. The same repository has the same label in
 * every clone that names its origin. A label has the name, and a hash of the origin without credentials, or else of the path: neither
 * address nor path leaves this machine.
 *
 * @param file its real path
 */
export async function projectOfFile(file: string): Promise<string> {
  const folder = path.dirname(file)
  for (let at = folder; ; at = path.dirname(at)) {
    const config = await configOf(path.join(at, '.git'))
    if (config !== undefined) return labelOf(at, originIn(config))
    if (path.dirname(at) === at) return labelOf(aroundDeltas(folder), undefined)
  }
}

/** What is sent of a project without a repository lies in its work folder, in a folder of its own each time: it is of that project. */
function aroundDeltas(folder: string): string {
  const [project = folder, ...rest] = folder.split(`${path.sep}.${WORK_FOLDER}${path.sep}`)
  return rest.length === 0 ? folder : project
}

/** More than any configuration of a repository has. */
const MOST_BYTES = 1_000_000

/** The configuration of the repository at `.git`; empty where it has none that can be read, undefined where there is no repository. */
async function configOf(git: string): Promise<string | undefined> {
  const found = await stat(git).catch(() => undefined)
  if (found === undefined) return undefined
  if (found.isDirectory()) return await textOf(path.join(git, 'config'))
  // A work tree of its own, or a submodule: a file that names the folder, which may name the one that all work trees share.
  const [, named] = /^gitdir: (.+)$/m.exec(await textOf(git)) ?? []
  if (named === undefined) return ''
  const folder = path.resolve(path.dirname(git), named.trim())
  const shared = (await textOf(path.join(folder, 'commondir'))).trim()
  return await textOf(path.join(shared === '' ? folder : path.resolve(folder, shared), 'config'))
}

async function textOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || !found.isFile() || found.size > MOST_BYTES) return ''
  return await readFile(file, 'utf8').catch(() => '')
}

/** The address of `origin`, as `host/path` in the same form for each way of fetching; undefined where there is none. */
function originIn(config: string): string | undefined {
  const lines = config.split('\n').map(line => line.trim())
  const start = lines.indexOf('[remote "origin"]')
  const after = start < 0 ? [] : lines.slice(start + 1)
  const end = after.findIndex(line => line.startsWith('['))
  const section = end < 0 ? after : after.slice(0, end)
  const [, url] = section.map(line => /^url\s*=\s*(\S+)$/.exec(line)).find(found => found !== null) ?? []
  if (url === undefined) return undefined
  const bare = url.replace(/^[a-z+]+:\/\//i, '').replace(/^[^/@]*@/, '')
  const [, host, rest] = /^([^/:]+)(?::\d+)?[:/]+(.+)$/.exec(bare) ?? []
  if (host === undefined || rest === undefined) return undefined
  return `${host.toLowerCase()}/${rest.replace(/\/+$/, '').replace(/\.git$/, '')}`
}

const NAME_LENGTH = 60
const HASH_LENGTH = 10

function labelOf(folder: string, origin: string | undefined): string {
  const name = path.basename(origin ?? folder).replace(/[^\w.-]+/g, '-')
  const hash = createHash('sha256').update(origin === undefined ? `folder ${folder}` : `origin ${origin}`)
  return `${name.slice(0, NAME_LENGTH) || 'project'}-${hash.digest('hex').slice(0, HASH_LENGTH)}`
}
