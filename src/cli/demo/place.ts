import { realpathSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CHANGED, CORRECTED, localeFile, SHOP_FILES, shopLock, shopProject, shopTexts, withText } from './shop.ts'

/** Where the demo takes place. */
export interface DemoPlace {
  /** The repository. */
  readonly shop: string
  /** Home, temporary and data folder of the programs that it starts: nothing of the user's is read or written. */
  readonly home: string
  readonly temporary: string
  readonly data: string
}

/** Makes a temporary folder with the repository, does something there, and removes it, however that ends. @throws {Error} it cannot be made */
export async function inDemoPlace<Result>(act: (place: DemoPlace) => Promise<Result>): Promise<Result> {
  const folder = await makeFolder()
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  // For an end that leaves no time to wait.
  process.once('exit', remove)
  try {
    return await act(await furnish(folder))
  } finally {
    remove()
    process.removeListener('exit', remove)
  }
}

async function makeFolder(): Promise<string> {
  const parent = tmpdir()
  try {
    // The server names paths without links.
    return realpathSync(await mkdtemp(path.join(parent, 'translation-mcp-demo-')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new Error(
      `The demo needs a temporary folder, and none can be made in ${parent}${code}. Set TMPDIR to a folder that can be written.`,
    )
  }
}

async function furnish(folder: string): Promise<DemoPlace> {
  const inside = (name: string) => path.join(folder, name)
  const place = { shop: inside('shop'), home: inside('home'), temporary: inside('tmp'), data: inside('data') }
  await Promise.all(
    [place.home, place.temporary, path.join(place.shop, 'locales')].map(name => mkdir(name, { recursive: true })),
  )
  const { source, translation } = shopTexts()
  const files: readonly (readonly [name: string, text: string])[] = [
    [SHOP_FILES.source, localeFile(withText(source, CHANGED))],
    [SHOP_FILES.translation, localeFile(withText(translation, CORRECTED))],
    [SHOP_FILES.project, shopProject()],
    // As the last run left it, before those two.
    [SHOP_FILES.lock, shopLock(source, translation)],
    [SHOP_FILES.page, WELCOME],
  ]
  await Promise.all(files.map(([name, text]) => writeFile(path.join(place.shop, name), text)))
  return place
}

const WELCOME = `# Welcome to the shop

Your first order is on its way. Read the [terms](https://example.com/terms) before it arrives.
`
