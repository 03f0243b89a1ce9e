import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { REAL_LAYOUTS } from './real-layouts.ts'
import { copyOf, differing, LOCK, makeRepository } from './repository.ts'

describe.each(REAL_LAYOUTS)('$like', ({ files, include, change, targets, text_is_key, lines = 1 }) => {
  it('is proposed, filled, and then one changed text is one text a language; all else stays [SYN-1] [SYN-2]', async () => {
    const repository = makeRepository(undefined)
    for (const [file, text] of Object.entries(files)) repository.put(file, text)
    const before = Object.fromEntries(Object.keys(files).map(file => [file, repository.text(file)]))

    expect(await repository.run('init', '--yes', '--to', 'de,fr')).toMatchObject({ code: 0 })
    const project = JSON.parse(repository.text('translation-mcp.json'))
    expect(project).toMatchObject({ source: 'en', files: { include } })
    expect([...project.targets].sort()).toEqual(['de', 'fr'])

    const first = await repository.sync()
    expect({ code: first.code, problems: first.problems }).toEqual({ code: 0, problems: [] })
    for (const file of first.files) expect(file).toMatchObject({ written: file.to_translate, open: [], error: null })
    for (const [file, text] of Object.entries(before)) {
      const now = repository.text(file)
      if (file !== targets.de) expect(now).toBe(text)
      // What people wrote stands as it did, but for a comma after what was the last line, and what was empty.
      else for (const line of text.split('\n')) if (!line.endsWith('""')) expect(now).toContain(line)
    }
    expect(repository.text(targets.de)).toMatch(/⟦de [^⟧]*⟧/)
    expect(await repository.run('check')).toMatchObject({ code: 0 })

    const source = repository.text(change.file)
    expect(source.split(change.from)).toHaveLength(2)
    const filled = repository.stamps()
    const texts = { de: repository.text(targets.de), fr: repository.text(targets.fr) }
    repository.put(change.file, source.replace(change.from, change.to))
    const second = await repository.sync(...(text_is_key ? ['--prune'] : []))
    expect(second.code).toBe(0)
    for (const { path, to_translate, written } of second.files) {
      const isMeant = Object.values(targets).includes(path)
      expect([path, to_translate, written]).toEqual([path, isMeant ? 1 : 0, isMeant ? 1 : 0])
    }
    for (const language of ['de', 'fr'] as const) {
      const { gone, come } = differing(texts[language], repository.text(targets[language]))
      for (const some of [gone, come]) expect(some.join('\n').match(/⟦/g)).toHaveLength(1)
      if (!text_is_key) expect([gone.length, come.length]).toEqual([lines, lines])
    }
    const now = repository.stamps()
    const changed = Object.keys(now).filter(file => now[file] !== filled[file])
    expect(changed.sort()).toEqual([change.file, LOCK, ...Object.values(targets)].sort())
    expect(await repository.run('check')).toMatchObject({ code: 0 })

    const again = copyOf(repository)
    const stamps = again.stamps()
    expect(await again.sync()).toMatchObject({ code: 0, credits: 0 })
    expect(again.stamps()).toEqual(stamps)
    expect(existsSync(again.dataFolder)).toBe(false)
  })
})
