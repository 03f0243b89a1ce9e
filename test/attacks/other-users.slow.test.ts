import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApprovalPage } from '../../src/cli/approval-page.ts'
import { openDesks } from '../../src/service/admin/questions.ts'
import type { QuestionDesk } from '../../src/service/consent/questions.ts'
import { afterFile } from '../support/after-file.ts'
import { temporaryFolder } from '../support/world.ts'

const BASH = '/usr/bin/bash'
const NOBODY = 65_534
/** Root can play another user; only Linux tells who calls. */
const PLAYS = process.platform === 'linux' && process.getuid?.() === 0 && existsSync(BASH)

let desk: QuestionDesk
beforeAll(async () => {
  const opened = await openDesks({ dataDir: temporaryFolder(), clock: Date.now })
  afterFile(() => opened.close())
  desk = opened.questions
})

/** A page, with the address that stands in the arguments of the browser. */
async function opened(): Promise<string> {
  const machine = { platform: 'linux', env: { DISPLAY: ':0' } } as const
  const urls: string[] = []
  const page = createApprovalPage({
    desk: async () => desk,
    folder: async () => temporaryFolder(),
    clock: Date.now,
    command: 'program approve',
    machine,
    open: url => void urls.push(url),
  })
  onTestFinished(() => page.close())
  expect(await page.show()).toBe(true)
  return urls[0] ?? ''
}

async function asOwner(url: string) {
  const answer = await fetch(url, { redirect: 'manual' })
  return { status: answer.status, home: new URL(answer.headers.get('location') ?? '/', url).href }
}

/** Sends a request as another user of this machine. `then` is what the program does with the connection afterwards. */
async function asNobody(url: string, then = 'cat <&3'): Promise<string> {
  const { port, pathname } = new URL(url)
  const head = ['Host: 127.0.0.1:', port, '\\r\\nConnection: close\\r\\n\\r\\n'].join('')
  const send = `printf 'GET ${pathname} HTTP/1.1\\r\\n${head}' >&3`
  const script = [`exec 3<>/dev/tcp/127.0.0.1/${port}`, send, then].join('; ')
  return (await promisify(execFile)(BASH, ['-c', script], { uid: NOBODY, gid: NOBODY, cwd: '/' })).stdout
}

describe.skipIf(!PLAYS)(
  'another user of the machine read the address of her page in the arguments of the browser',
  () => {
    it('and gets no secret by it, and uses nothing up: the person still opens the page [MCP-9]', async () => {
      const address = await opened()
      const got = await asNobody(address)
      expect(got).toContain('403 Forbidden')
      expect(got).toContain('another user of this computer')
      expect(got).toContain('<code>program approve</code>')
      expect(got).not.toContain('/answer/')
      expect((await asOwner(address)).status).toBe(303)
    })

    it('and does not pass for root by closing the connection at once [MCP-9]', async () => {
      const address = await opened()
      for (let time = 0; time < 20; time += 1) await asNobody(address, 'exec 3>&-')
      expect((await asOwner(address)).status).toBe(303)
    })

    it('and answers nothing, even with the secret of the page [MCP-9]', async () => {
      const { home } = await asOwner(await opened())
      expect(await asNobody(home)).toContain('403 Forbidden')
    })
  },
)
