import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { gitSays } from './git.ts'

/** Files that use texts, by their endings. */
const CODE =
  /\.(?:tsx?|jsx?|mts|cts|mjs|cjs|vue|svelte|astro|py|rb|php|java|kt|kts|swift|dart|go|rs|cs|cshtml|razor|html?|erb|haml|slim|twig|hbs|ejs|pug|jinja2?|j2|tmpl|c|cc|cpp|h|hpp|m|mm|vala|lua|ex|exs|heex|scala|clj|cljs|elm|qml|blade\.php)$/i
/** Layouts of Android are XML, as are many files that are no code. */
const LAYOUT = /\/res\/(?:layout|menu|xml|navigation)[\w-]*\/\w+\.xml$|(?:^|\/)AndroidManifest\.xml$/
/** What programs wrote, and tests, which show a text as nobody sees it. */
const NO_CODE =
  /\.min\.|\.d\.ts$|\.g\.dart$|_pb\.|(?:^|\/)app_localizations\w*\.dart$|(?:^|\/)(?:__tests__|tests?|spec|dist|build|out|target|vendor|node_modules)\/|[._](?:test|spec)\.\w+$/i

/** A link may lead out of the repository; a pipe would be waited for. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

const MOST_FILE_BYTES = 300_000
const MOST_BYTES = 20_000_000
const MOST_MS = 1000
const MOST_FOLDERS = 5000

/**
 * Reads the source code of a repository, file by file: what git knows or would add, else all but hidden folders and those of packages. The
 * files of the project's own folder come first; it ends where there is too much, or it takes too long.
 *
 * @param root of the repository
 * @param folder of the project, from there
 */
export async function* codeIn(
  root: string,
  folder: string,
): AsyncGenerator<{ readonly file: string; readonly text: string }> {
  const end = performance.now() + MOST_MS
  const listed = (await gitSays(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']))?.split('\0')
  const files = (listed ?? (await walked(root, end))).filter(
    file => (CODE.test(file) || LAYOUT.test(file)) && !NO_CODE.test(file),
  )
  const isOwn = (file: string) => folder === '' || file.startsWith(`${folder}/`)
  let left = MOST_BYTES
  for (const file of [...files.filter(isOwn), ...files.filter(each => !isOwn(each))]) {
    if (left <= 0 || performance.now() > end) return
    const text = await textOf(path.join(root, file))
    if (text === undefined) continue
    left -= text.length
    yield { file, text }
  }
}

/** The text of a file; undefined for a link, a large file, and one that cannot be read. */
async function textOf(file: string): Promise<string | undefined> {
  const handle = await open(file, READ).catch(() => undefined)
  try {
    const found = await handle?.stat()
    if (found === undefined || !found.isFile() || found.size > MOST_FILE_BYTES) return undefined
    return await handle?.readFile('utf8')
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}

async function walked(root: string, end: number): Promise<readonly string[]> {
  const files: string[] = []
  const folders = ['']
  for (let at = 0; at < folders.length && at < MOST_FOLDERS && performance.now() < end; at += 1) {
    const folder = folders[at] ?? ''
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const place = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) files.push(place)
      else if (entry.isDirectory() && !/^\.|^(?:node_modules|vendor|dist|build|target)$/.test(entry.name))
        folders.push(place)
    }
  }
  return files
}
