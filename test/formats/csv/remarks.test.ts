import { expect, it } from 'vitest'
import { built, opened } from '../files.ts'

const csv = built('csv')
const said = async (content: string, ...targets: readonly string[]) => await csv.remarks?.(opened(content)(), targets)

it('a table without headings says what was taken for data [PLN-2]', async () => {
  expect(await said('Red hat,Keeps you warm\nBlue hat,Keeps you cool\n', 'de')).toEqual([
    'The first row was taken for data and not for headings: “Red hat”, “Keeps you warm”. The columns are called by their numbers.',
  ])
})

it('a survey says which of its headings are translated [PLN-2]', async () => {
  const file = 'Timestamp,How did you hear about us?\n2024-01-01,From a friend\n2024-01-02,By the radio\n'
  expect(await said(file, 'de')).toEqual([
    'The first row was taken for headings. Its questions and sentences are translated: “How did you hear about us?”. Its other headings stay.',
  ])
})

it('a pair of columns says that each language gets a file [PLN-2]', async () => {
  expect(await said('source,target\nOne,\n', 'de', 'pl')).toEqual([
    'The file has one column for translations, “target”: each language gets a file of its own.',
  ])
  expect(await said('source,target\nOne,\n', 'de')).toEqual([])
})

it.each(['', 'key,en,fr\na,One,\n', 'title,text\nA,One\n', 'key,locale,value\na,en,One\na,de,\n'])(
  'a table that is as people expect says nothing: %j',
  async file => {
    expect(await said(file, 'de', 'pl')).toEqual([])
  },
)
