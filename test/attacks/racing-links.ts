/**
 * Started as a process of its own by files.slow.test.ts: exchanges, as fast as it can, a file for a link to a file outside, and a folder
 * for a link to a folder outside. Ends when it is killed. Arguments: the folder of both, and the folder outside.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [inside = '', outside = ''] = process.argv.slice(2)
const NAMES = ['words.txt', 'terms.csv']
const harmless = NAMES.map(name => ({ name, content: readFileSync(join(inside, name)) }))
const folder = join(inside, 'sub')
mkdirSync(folder, { recursive: true })

/** Gives a name to something else in one step, so that there is always something under it. */
function exchange(name: string, make: (temporary: string) => void): void {
  const temporary = join(inside, 'exchange')
  rmSync(temporary, { force: true })
  make(temporary)
  renameSync(temporary, join(inside, name))
}

/** The other process may have made the folder a moment ago. */
function attempt(step: () => void): void {
  try {
    step()
  } catch {
    rmSync(join(inside, 'away'), { recursive: true, force: true })
  }
}

process.stdout.write('ready\n')
for (;;) {
  for (const name of NAMES) exchange(name, to => symlinkSync(join(outside, name), to))
  attempt(() => renameSync(folder, join(inside, 'away')))
  attempt(() => symlinkSync(outside, folder))
  for (const { name, content } of harmless) exchange(name, to => writeFileSync(to, content))
  attempt(() => unlinkSync(folder))
  attempt(() => renameSync(join(inside, 'away'), folder))
}
