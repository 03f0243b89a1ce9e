import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { BRANCH, startFixture, TOKEN } from './fixture.ts'
import { serveGit } from './git-server.ts'

const basic = (user: string, token = TOKEN) => `basic ${Buffer.from(`${user}:${token}`).toString('base64')}`

describe('the token of sync', () => {
  it('is what git sends at GitHub, alone, whether the checkout left one of its own or none', async () => {
    const fixture = await startFixture('github', { soup: 'Soup of the day' })
    const { origin, refused } = await serveGit(fixture.bare, basic('x-access-token'))
    const prepare = (left: boolean) => (folder: string) => {
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
      git('remote', 'set-url', 'origin', `${origin}/owner/app.git`)
      if (left) git('config', `http.${origin}/.extraheader`, `AUTHORIZATION: ${basic('x-access-token', 'left')}`)
    }
    const env = { GITHUB_SERVER_URL: origin }
    for (const left of [true, false]) {
      expect(await fixture.sync({ env, prepare: prepare(left) })).toMatchObject({ code: 0 })
      fixture.push({ 'locales/en.json': { soup: 'Soup of the day', cake: 'Apple cake' } })
    }
    expect(refused).toEqual([])
    expect(fixture.json(BRANCH, 'locales/de.json')).toEqual({ soup: 'de Soup of the day', cake: 'de Apple cake' })
  })

  it('is what git sends at GitLab, and no token of the job', async () => {
    const fixture = await startFixture('gitlab', { soup: 'Soup of the day' })
    const { origin, refused } = await serveGit(fixture.bare, basic('oauth2'))
    const env = { CI_SERVER_URL: origin, CI_PROJECT_URL: `${origin}/group/app`, CI_JOB_TOKEN: 'of-the-job' }
    expect((await fixture.sync({ env })).code).toBe(0)
    expect([refused, fixture.platform.requests.length]).toEqual([[], 1])
  })

  it('is tried before anything is paid for', async () => {
    const fixture = await startFixture('gitlab', { soup: 'Soup of the day' })
    const { origin } = await serveGit(fixture.bare, basic('oauth2'))
    execFileSync('git', ['config', 'http.receivepack', 'false'], { cwd: fixture.bare })
    const env = { CI_SERVER_URL: origin, CI_PROJECT_URL: `${origin}/group/app` }
    expect(await fixture.sync({ env })).toMatchObject({
      code: 1,
      log: expect.stringMatching(/cannot be pushed, so nothing was translated: .*403/),
    })
    fixture.platform.faults.push({ status: 401, json: { message: '401 Unauthorized' } })
    expect(await fixture.sync()).toMatchObject({
      code: 1,
      log: expect.stringContaining('answers 401: 401 Unauthorized'),
    })
    expect(await fixture.sync({ fork: true })).toMatchObject({
      code: 2,
      log: expect.stringContaining('There is no token'),
    })
    expect([fixture.asked(), fixture.platform.requests]).toEqual([[], []])
  })
})
