import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startApy } from '../support/apy.ts'
import { serveDeepl } from '../support/engines/deepl.ts'
import { serveOpenAi } from '../support/engines/openai.ts'
import { environmentOf, makePlace, type Place, PROGRAM } from '../support/program.ts'
import { freePort } from '../support/proxies.ts'
import { READER_BLOCKS } from '../support/reader-blocks.ts'
import { READER_PAGES, SERVES, shellBlocks } from '../support/shell-lines.ts'
import { ELSEWHERE } from '../support/shell-lines-elsewhere.ts'
import { openTerminal, serveInTerminal } from '../support/shell-session.ts'
import { serveAs } from '../support/tls-front.ts'
import { ROOT } from '../support/tree.ts'

/** What a page needs around it, beside the command and an empty home. */
interface Around {
  readonly env?: Readonly<Record<string, string>>
  /** What stands in for addresses that the page names. */
  readonly instead?: Readonly<Record<string, string>>
}

/** An assistant that is told of a server over HTTP asks it once, and shows whether it is sent to a sign-in. */
const CLAUDE = `#!/bin/sh
for address; do :; done
curl -sS -o /dev/null -D - -X POST "$address"
`

const AROUND: Readonly<Record<string, (place: Place, port: number) => Promise<Around> | Around>> = {
  'docs/ci.md'({ work }) {
    mkdirSync(join(work, 'locales'))
    for (const [name, hello] of [
      ['en', 'Good morning'],
      ['de', 'Guten Morgen'],
    ] as const)
      writeFileSync(join(work, 'locales', `${name}.json`), JSON.stringify({ hello }))
    const project = { source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] } }
    writeFileSync(join(work, 'translation-mcp.json'), JSON.stringify(project))
    symlinkSync(ROOT, join(work, '..', 'translation-mcp'))
    return {}
  },
  async 'docs/team.md'({ home }, port) {
    await serveAs('translate.example.com', port, home)
    const claude = join(home, 'bin', 'claude')
    writeFileSync(claude, CLAUDE)
    chmodSync(claude, 0o755)
    return {}
  },
  async 'docs/own-key.md'() {
    const models = ['tiny', 'qwen3:8b', 'openai/gpt-5-mini']
    const openai = await serveOpenAi(({ text }) => `${text} (…)`, { models })
    const [deepl, apertium] = [await serveDeepl(text => `${text} (…)`), await startApy()]
    return {
      env: {
        TRANSLATION_OPENAI_BASE_URL: `${openai.origin}/v1`,
        TRANSLATION_OPENAI_MODEL: 'tiny',
        TRANSLATION_DEEPL_URL: deepl.origin,
        TRANSLATION_APERTIUM_URL: apertium.url,
      },
      instead: { 'https://openrouter.ai/api': openai.origin, 'http://127.0.0.1:11434': openai.origin },
    }
  },
}

/** The block without what its page cannot have here, at a port of its own. */
function asRun(block: string, port: number, instead: Around['instead'] = {}): string {
  const own = block
    .split('\n')
    .filter(line => !(line.replace(/\s+#\s.*$/, '').trim() in ELSEWHERE))
    .join('\n')
    .replaceAll('8400', String(port))
  return Object.entries(instead).reduce((text, [address, other]) => text.replaceAll(address, other), own)
}

const lastLine = (block: string) => block.trim().split('\n').at(-1) ?? ''

describe("what a readers' page has its reader paste", () => {
  for (const page of READER_PAGES) {
    const needs = page === 'docs/api.md' ? spawnSync('jq', ['--version']).error : undefined
    it.skipIf(needs)(`works in one terminal, in the order of ${page}, and shows what it says [CLI-3]`, async () => {
      const [place, port] = [makePlace(), await freePort()]
      const commands = join(place.home, 'bin')
      mkdirSync(commands)
      symlinkSync(PROGRAM, join(commands, 'translation-mcp'))
      const { env: more, instead } = (await AROUND[page]?.(place, port)) ?? {}
      const surroundings = environmentOf(place)
      const env = { ...surroundings, PATH: `${commands}:${surroundings.PATH}`, TRANSLATION_PORT: String(port), ...more }
      const terminal = { cwd: place.work, env }
      const paste = openTerminal(terminal)
      const serving: { end(): Promise<number | null> }[] = []
      for (const [at, { begins, after, later, says = [] }] of (READER_BLOCKS[page] ?? []).entries()) {
        const block = asRun(shellBlocks(page)[at] ?? '', port, instead)
        const serves = SERVES.exec(lastLine(block)) !== null
        if (after !== undefined) await paste(after)
        const { code, said } = serves ? await served(block) : await paste(block)
        expect({ begins, code, said }).toEqual({ begins, code: 0, said: expect.anything() })
        const more = later === undefined ? '' : (await paste(later)).said
        for (const words of says) expect(said + more, begins).toMatch(words)
      }
      for (const { end } of serving) expect(await end()).toBe(0)

      async function served(block: string) {
        const server = await serveInTerminal(block, terminal)
        // A watch would take part in what is pasted next; a server is what that is about.
        if (lastLine(block).includes(' watch ')) return { code: await server.end(), said: server.said }
        serving.push(server)
        return { code: 0, said: server.said }
      }
    })
  }
})
