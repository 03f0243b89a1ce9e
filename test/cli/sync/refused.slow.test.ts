import { describe, expect, it } from 'vitest'
import { makeRepository } from './repository.ts'

const PROJECT = { source: 'en', targets: ['de', 'tlh', 'fr', 'it'], files: { include: ['locales/[locale].json'] } }

describe('what the service refuses', () => {
  it('of several languages stops none of the others, and is named', async () => {
    const repository = makeRepository(PROJECT)
    repository.put('locales/en.json', '{"a":"Open the door"}')
    const { code, stderr, files, credits } = await repository.sync()
    expect({ code, credits }).toEqual({ code: 1, credits: 9 })
    expect(stderr.match(/“tlh” is not among the supported languages/g)).toHaveLength(1)
    expect(files.filter(({ written }) => written === 1).map(({ language }) => language)).toEqual(['de', 'fr', 'it'])
    expect(files.find(({ language }) => language === 'tlh')).toMatchObject({ written: 0, open: ['a'] })
    expect(await repository.sync()).toMatchObject({ code: 1, credits: 0 })
  })

  it('of an instruction is said with the file that says it', async () => {
    const instruction = 'Fold it into a paper plane.'
    const repository = makeRepository({ ...PROJECT, targets: ['de'], instruction })
    repository.put('locales/en.json', '{"a":"Open the door"}')
    const { code, stderr } = await repository.sync()
    expect(code).toBe(1)
    expect(stderr).toContain('Say it in other words in translation-mcp.json')
    expect(stderr).not.toMatch(/--only|--yes/)
  })
})
