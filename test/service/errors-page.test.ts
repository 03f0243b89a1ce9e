import { expect, it } from 'vitest'
import { ERRORS } from '../../src/contract/errors.ts'
import { REMEDIES } from '../../src/contract/remedies.ts'
import { errorsPage } from '../../src/service/web/errors-page.ts'

it('says of every code its status, type, meaning and remedy, under an anchor of its own [ERR-1] [ERR-2]', async () => {
  const [, ...groups] = (await (await errorsPage()).text()).split('<h2 id="status-')
  const plain = (text: string) =>
    text
      .replaceAll(/<[^>]+>|`/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
  for (const [code, { status, type, condition }] of Object.entries(ERRORS)) {
    const holding = groups.filter(group => group.includes(`<dt id="${code}">`))
    expect(holding, code).toHaveLength(1)
    const entry = plain(holding[0]?.split(`<dt id="${code}">`)[1]?.split('<dt ')[0] ?? '')
    expect([Number.parseInt(holding[0] ?? '', 10), entry.toLowerCase()]).toEqual([
      status,
      expect.stringContaining(condition.toLowerCase()),
    ])
    expect(entry).toContain(type)
    expect(entry).toContain(plain(Object.entries(REMEDIES).find(([name]) => name === code)?.[1].remedy ?? '?'))
  }
})
