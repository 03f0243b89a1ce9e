import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { ran } from '../../support/ran.ts'
import { temporaryFolder } from '../../support/world.ts'

type Texts = Readonly<Record<string, string>>

const Rows = z.object({
  files: z.array(
    z.looseObject({ assistant: z.string(), file: z.string(), step: z.string(), written: z.boolean(), by: z.unknown() }),
  ),
})

/** A home of its own with these files, and programs on its path; what `setup` does there. */
export function homeWith(texts: Texts = {}, programs: Texts = {}) {
  const [home, bin] = [temporaryFolder(), temporaryFolder()]
  const at = (path: string) => join(home, path)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  for (const [path, text] of Object.entries(texts)) put(path, text)
  for (const [name, code] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!${process.execPath}\n${code}`)
    chmodSync(join(bin, name), 0o755)
  }
  const env = { HOME: home, USERPROFILE: home, PATH: bin, APPDATA: at('roaming'), LOCALAPPDATA: at('local') }
  const clock = { now: () => Date.UTC(2026, 10, 26), sleep: async () => {}, after: () => () => {} }
  const setup = (argv: readonly string[], more: Texts = {}) => ran(['setup', ...argv], { ...env, ...more }, clock, home)
  return {
    home,
    at,
    put,
    bin,
    setup,
    text: (path: string) => readFileSync(at(path), 'utf8'),
    has: (path: string) => existsSync(at(path)),
    json: (path: string) => JSON.parse(readFileSync(at(path), 'utf8')),
    /** Every file of the home, with its bytes. */
    files: () =>
      Object.fromEntries(
        readdirSync(home, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => join(entry.parentPath, entry.name))
          .sort()
          .map(path => [path.slice(home.length + 1), readFileSync(path, 'latin1')]),
      ),
    /** What it would do, or did: the step for each assistant. */
    async steps(argv: readonly string[]) {
      const { stdout } = await setup([...argv, '--json'])
      return Object.fromEntries(Rows.parse(JSON.parse(stdout)).files.map(({ assistant, step }) => [assistant, step]))
    },
  }
}
