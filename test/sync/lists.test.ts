import { describe, expect, it } from 'vitest'
import { listsOf } from '../../src/sync/lists.ts'

const listsIn = (paths: readonly string[], path: string) => listsOf(paths)(path).map(({ list, at }) => `${list} ${at}`)

describe('the lists that a path leads through', () => {
  it.each<[string, readonly string[], string, readonly string[]]>([
    ['are none where it has no number', ['json:/a/b'], 'json:/a/b', []],
    ['are none where a name has a number in it', ['json:/a1/2b'], 'json:/a1/2b', []],
    ['are those in which it has a number', ['json:/l/0', 'json:/l/1'], 'json:/l/1', ['json:/l 1']],
    ['begin with the outermost', ['json:/l/0/m/3/t'], 'json:/l/0/m/3/t', ['json:/l 0', 'json:/l/0/m 3']],
    ['may be the file itself', ['json:/0', 'json:/1'], 'json:/0', ['json: 0']],
    ['have places without a text', ['json:/l/1', 'json:/l/40'], 'json:/l/40', ['json:/l 40']],
    ['are none where numbers are keys', ['json:/e/404', 'json:/e/500'], 'json:/e/404', []],
    ['go on below such keys', ['json:/e/404/0', 'json:/e/404/1'], 'json:/e/404/1', ['json:/e/404 1']],
  ])('%s', (_, paths, path, expected) => {
    expect(listsIn(paths, path)).toEqual(expected)
  })

  it('are lists however long they are', () => {
    const paths = Array.from({ length: 1000 }, (_, at) => `json:/l/${at}`)
    expect(listsIn(paths, 'json:/l/999')).toEqual(['json:/l 999'])
  })
})
