import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makePlace, PROGRAM, runProgram, startProgram, TYPED } from '../../support/program.ts'
import { shownInReadme } from '../../support/shown-in-readme.ts'
import { CTRL_C, TERMINAL, typed } from '../../support/terminal.ts'

/** None of these may reach what the demo starts: each would break it, or have it do something else. */
const HOSTILE = {
  TRANSLATION_API_URL: 'http://127.0.0.1:9',
  TRANSLATION_API_KEY: 'tsk_live_of_the_user',
  TRANSLATION_DATA_DIR: '/nowhere/at/all',
  TRANSLATION_ENGINE: 'no such engine',
  TRANSLATION_CONSENT: 'required',
  TRANSLATION_EXCLUDE: 'plan_sync',
  TRANSLATION_MAX_CREDITS: '0',
  TRANSLATION_READ_ONLY: 'on',
  TRANSLATION_NONSENSE: 'on',
}

/** The text without the breaks of its lines: how long they are depends on where the temporary folder lies. */
const unbroken = (text: string) => text.replaceAll(/\n +/g, ' ')

/** What changed in a file, as the demo shows it in one of its acts. */
function changesIn(act: string, file: string): readonly string[] {
  const [, block = ''] = act.split(`\n  ${file}\n`)
  return /^(?: {2}\d+ [-+] .*\n?)+/.exec(block)?.[0].trimEnd().split('\n') ?? []
}

describe('demo of the built program', () => {
  it('shows plan, refusal, diff, question and cost, as the README has it, and leaves nothing behind [CLI-1]', async () => {
    const place = makePlace()
    const { code, stdout, stderr } = await runProgram(['demo'], { place, env: HOSTILE })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(100)
    const [, plan = '', translating = '', result = '', paid = '', end = ''] = stdout.split(/\n\n(?=\d\. |Done\. )/)
    expect(unbroken(plan)).toContain('1 text to translate, 6 words.')
    expect(unbroken(plan)).toContain(
      "So 1 text is translated anew, 1 has a person's words and stays, and 998 are in step.",
    )
    expect(changesIn(plan, 'locales/de.json')).toEqual([
      '  679 - "archive": "Bestellung archivieren",',
      '  679 + "archive": "Bestellung ablegen",',
    ])
    expect(translating).toContain('Refused 1.1: The translation lost {name}.')
    expect(changesIn(result, 'locales/de.json')).toEqual([
      '  702 - "deleted": "Bestellung {name} gelöscht"',
      '  702 + "deleted": "Bestellung {name} wurde in den Papierkorb verschoben"',
    ])
    expect(result).toContain('1 of 1,082 lines changed; the person\'s "Bestellung ablegen" stands as she wrote it.')
    expect(unbroken(paid)).toContain(
      '| Translate «welcome.md» for 17 credits? The balance is 200,000 and would be 199,983.',
    )
    expect(unbroken(paid)).toContain('What it cost: 17 credits; the balance was 200,000 and is 199,983.')
    expect(end).toContain(`\n  ${TYPED} setup\n`)
    expect(place.written()).toEqual([])
    const shown = shownInReadme()
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.filter(line => !stdout.split('\n').includes(line))).toEqual([])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stopped by %s says so with status 1, and leaves nothing behind',
    async signal => {
      const place = makePlace()
      const { child, heard, ended } = startProgram(['demo'], { place })
      await heard('> create_batch', 'stdout')
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 1, stderr: 'Stopped. Nothing is left behind.\n' })
      expect(place.written()).toEqual([])
    },
  )

  it('ends with status 1 and leaves nothing behind where no temporary folder can be made', async () => {
    const place = makePlace()
    const file = join(place.work, 'a file')
    writeFileSync(file, '')
    const { code, stderr } = await runProgram(['demo'], { place: { ...place, temporary: file } })
    expect(code).toBe(1)
    expect(stderr).toContain(`none can be made in ${file} (ENOTDIR). Set TMPDIR to a folder that can be written.`)
    expect(place.written()).toEqual([])
  })

  it('ends with status 1 and the reason where what it starts ends, and leaves nothing behind', async () => {
    const place = makePlace()
    const program = join(place.work, 'breaks.mjs')
    const breaks = "if (process.argv.includes('--allow')) { console.error('no memory left'); process.exit(9) }"
    writeFileSync(program, `${breaks}\nawait import('${pathToFileURL(PROGRAM)}')\n`)
    const { code, stderr } = await runProgram(['demo'], { place, program })
    expect(code).toBe(1)
    expect(stderr).toContain('\nno memory left\n')
    expect(place.written()).toEqual([])
  })

  it('takes no operands and no settings', async () => {
    const place = makePlace()
    expect((await runProgram(['demo', 'it'], { place })).code).toBe(2)
    expect((await runProgram(['demo', '--data-dir', place.work], { place })).code).toBe(2)
  })
})

describe.skipIf(!TERMINAL)('demo at a terminal', () => {
  it('has colours, and ends by Ctrl-C with nothing left behind', async () => {
    const place = makePlace()
    const typing = { place, questions: ['> create_batch'], keys: [CTRL_C] }
    const { screen } = await typed(['demo'], typing)
    expect(screen).toContain('\x1b[1m1. Of 1,000 texts one changed')
    expect(screen).toContain('\x1b[32m  679 + "archive": "Bestellung ablegen",\x1b[39m')
    expect(screen).toContain('Stopped. Nothing is left behind.')
    expect(place.written()).toEqual([])
  })

  it('is plain where NO_COLOR asks for no colours', async () => {
    const typing = { place: makePlace(), questions: ['> create_batch'], keys: [CTRL_C], env: { NO_COLOR: '1' } }
    expect((await typed(['demo'], typing)).screen).not.toContain('\x1b[')
  })
})
