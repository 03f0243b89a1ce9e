import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENGINE_KEY, type Kind, startFixture, TOKEN, textOf } from './fixture.ts'

const KINDS: readonly Kind[] = ['github', 'gitlab']

/** Programs that note, for each process, the words that it is started with, and for some the names of the variables that it has. */
function noting(folder: string): { readonly env: Record<string, string>; readonly notes: string } {
  const [notes, bin, hook] = [join(folder, 'notes'), join(folder, 'bin'), join(folder, 'note.cjs')]
  mkdirSync(bin)
  writeFileSync(notes, '')
  const note = `require('node:fs').appendFileSync(${JSON.stringify(notes)}, JSON.stringify([process.argv, process.execArgv, Object.keys(process.env), Object.values(process.env)]) + '\\n')`
  writeFileSync(hook, note)
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\nprintf 'git %s\\n' "$*" >> ${notes}\nenv | grep '^TRANSLATION_' | sed 's/=.*//; s/^/git has /' >> ${notes}\nPATH=\${PATH#*:} exec git "$@"\n`,
  )
  chmodSync(join(bin, 'git'), 0o755)
  return { env: { PATH: `${bin}:${process.env.PATH}`, NODE_OPTIONS: `--require ${hook}` }, notes }
}

it.each(KINDS)(
  'no secret is in an argument, a log, a commit or a request at %s, and each process has only its own',
  async kind => {
    const { env, notes } = noting(mkdtempSync(join(tmpdir(), 'noting-')))
    const fixture = await startFixture(kind, { hello: 'Good morning, {name}!' })
    const faults = { status: 500, json: { message: 'broken' } }
    fixture.platform.faults.push(faults)
    const ended = [await fixture.sync({ env }), await fixture.sync({ env }), await fixture.sync({ env })]
    expect(ended.map(({ code }) => code)).toEqual([1, 0, 0])
    const basic = ['x-access-token', 'oauth2'].map(user => Buffer.from(`${user}:${TOKEN}`).toString('base64'))
    const secrets = [TOKEN, ENGINE_KEY, ...basic]
    const lines = textOf(notes).split('\n')
    const programs = lines.filter(line => line.includes('dist/main.js')).map(line => JSON.parse(line))
    const outer = lines.filter(line => line.includes('ci/main.mjs'))
    expect([programs.length > 3, outer.length, lines.filter(line => line.startsWith('git push')).length > 1]).toEqual([
      true,
      3,
      true,
    ])
    const shown = {
      arguments: [...lines.filter(line => line.startsWith('git ')), ...programs.map(([argv]) => argv.join(' '))].join(
        '\n',
      ),
      log: ended.map(({ log }) => log).join('\n'),
      commits: fixture.git('log', '-p', '--all', '--format=raw'),
      bodies: fixture.platform.calls.map(({ path, body }) => path + body).join('\n'),
    }
    for (const [where, text] of Object.entries(shown))
      expect([where, secrets.filter(secret => text.includes(secret))]).toEqual([where, []])
    // The program has no use for what opens the platform, and git none for the key of the engine.
    for (const [, , names, values] of programs) {
      expect(names.filter((name: string) => name.startsWith('TRANSLATION_CI_'))).toEqual([])
      expect(values.filter((value: string) => value.includes(TOKEN))).toEqual([])
    }
    expect(lines.filter(line => line.startsWith('git has'))).toEqual([])
  },
)
