import { describe, expect, it } from 'vitest'
import { inheritProject, type PlacedFile, wishesFor } from '../../../src/sync/project/inherit.ts'
import { ProjectError } from '../../../src/sync/project/project-error.ts'
import { readProjectFile } from '../../../src/sync/project/read-project-file.ts'

const placed = (folder: string, file: object): PlacedFile => ({ folder, file: readProjectFile(JSON.stringify(file)) })

const OUTER = placed('', {
  source: 'en',
  targets: ['de', 'fr'],
  files: { include: ['locales/[locale].json'], exclude: ['**/x.json'] },
  locales: { 'pt-BR': 'pt', de: 'deutsch' },
  keys: { skip: ['dev.*'], keep: ['brand'] },
  glossary: 'terms.csv',
  instruction: 'Friendly.',
  by_target: { de: { instruction: 'Sie.', reference: 'nl' }, fr: { instruction: 'Vous.' } },
})

describe('a nested project', () => {
  it('inherits all that it does not say, but for files', () => {
    expect(inheritProject([placed('packages/app', {}), OUTER])).toEqual({
      folder: 'packages/app',
      source: 'en',
      targets: ['de', 'fr'],
      include: [],
      exclude: [],
      locales: { 'pt-BR': 'pt', de: 'deutsch' },
      keys: { skip: ['dev.*'], keep: ['brand'], preserve: [] },
      wishes: { glossary: 'terms.csv', instruction: 'Friendly.' },
      by_target: { de: { instruction: 'Sie.', reference: 'nl' }, fr: { instruction: 'Vous.' } },
    })
  })

  it('replaces field by field, tag by tag, and merges the names in paths', () => {
    const own = placed('packages/app', {
      targets: ['de', 'pt-BR'],
      files: { include: ['[locale].json'] },
      locales: { de: 'de_DE' },
      keys: { skip: [], preserve: ['legal'] },
      glossary: 'app.csv',
      by_target: { de: { instruction: 'Du.' } },
    })
    expect(inheritProject([own, OUTER])).toMatchObject({
      targets: ['de', 'pt-BR'],
      include: ['[locale].json'],
      exclude: [],
      locales: { 'pt-BR': 'pt', de: 'de_DE' },
      keys: { skip: [], keep: ['brand'], preserve: ['legal'] },
      wishes: { glossary: 'packages/app/app.csv', instruction: 'Friendly.' },
      by_target: { de: { instruction: 'Du.', reference: 'nl' }, fr: { instruction: 'Vous.' } },
    })
  })

  it('takes from the nearest of several above it', () => {
    const middle = placed('packages', { targets: ['it'], glossary: 'terms.csv' })
    const project = inheritProject([placed('packages/app', {}), middle, OUTER])
    expect([project.source, project.targets, project.wishes.glossary]).toEqual(['en', ['it'], 'packages/terms.csv'])
  })

  it('wishes for a language what is said of it, else what is said of all', () => {
    const project = inheritProject([OUTER])
    expect(wishesFor(project, 'de')).toEqual({ instruction: 'Sie.', glossary: 'terms.csv', reference: 'nl' })
    expect(wishesFor(project, 'it')).toMatchObject({ instruction: 'Friendly.', glossary: 'terms.csv' })
  })

  it.each([
    { own: {}, outer: {}, code: 'incomplete', says: 'No source language' },
    { own: { source: 'en' }, outer: {}, code: 'incomplete', says: 'No language to translate into' },
    { own: { targets: [] }, outer: { source: 'en', targets: ['de'] }, code: 'incomplete', says: 'to translate into' },
    { own: { source: 'de' }, outer: { targets: ['de'] }, code: 'source_among_targets', says: 'among the targets' },
    {
      own: { source: 'en', targets: ['de'], locales: { 'pt-PT': 'pt' } },
      outer: { locales: { 'pt-BR': 'pt' } },
      code: 'bad_locale_name',
      says: 'for two languages',
    },
  ])('is refused for what only shows together: $says', ({ own, outer, code, says }) => {
    const resolve = () => inheritProject([placed('a', own), placed('', outer)])
    expect(resolve).toThrow(ProjectError)
    expect(resolve).toThrow(expect.objectContaining({ code, file: 'a/translation-mcp.json' }))
    expect(resolve).toThrow(says)
  })
})
