import { realpathSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SHOP_FOLDERS, shopFiles } from './shop.ts'

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
  const inside = (...names: string[]) => path.join(folder, ...names)
  const place = { shop: inside('shop'), home: inside('home'), temporary: inside('tmp'), data: inside('data') }
  const folders = [place.home, place.temporary, ...SHOP_FOLDERS.map(name => path.join(place.shop, name))]
  await Promise.all(folders.map(name => mkdir(name, { recursive: true })))
  const files = Object.entries(shopFiles())
  await Promise.all(files.map(([name, text]) => writeFile(path.join(place.shop, name), text)))
  return place
}
