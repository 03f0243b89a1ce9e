import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { projectJsonSchema } from '../../../src/sync/project/json-schema.ts'
import { ROOT } from '../../support/tree.ts'

const NAME = 'translation-mcp.schema.json'

describe('the schema that editors read', () => {
  it('is the one that the program reads by: npm run make:schema writes it', async () => {
    const text = `${JSON.stringify(projectJsonSchema(), null, 2)}\n`
    await expect(text).toMatchFileSnapshot(path.join(ROOT, NAME))
  })

  it('is in the package', () => {
    const pack: unknown = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
    expect(pack).toMatchObject({ files: expect.arrayContaining([NAME]) })
  })

  it('takes a good file, and refuses a key or a kind of value that there is not', () => {
    const ajv = new Ajv({ strict: false })
    const good = {
      $schema: `./node_modules/translation-mcp/${NAME}`,
      source: 'en',
      targets: ['de'],
      files: { include: ['[locale].json', { source: 'a.md', target: '[locale]/a.md' }] },
      by_target: { de: { instruction: 'Sie.' } },
    }
    const accepts = ajv.compile(projectJsonSchema())
    expect(accepts(good)).toBe(true)
    expect(accepts({ ...good, sorce: 'en' })).toBe(false)
    expect(accepts({ ...good, targets: 'de' })).toBe(false)
    expect(accepts({ ...good, files: { include: [] } })).toBe(false)
    expect(accepts({ ...good, files: { include: [{ source: 'a.md' }] } })).toBe(false)
  })

  it('describes each key', () => {
    const described = JSON.stringify(projectJsonSchema())
    expect(described.match(/"description"/g)?.length).toBeGreaterThanOrEqual(20)
  })
})
