import { expect, it } from 'vitest'
import { namingFolder } from '../../src/cli/naming-folder.ts'

it.each<[string, string | undefined, string]>([
  [
    'There is none: translation-mcp workspaces list shows them.',
    '/d',
    'There is none: translation-mcp workspaces list --data-dir /d shows them.',
  ],
  ['translation-mcp status names it.', '/d e', "translation-mcp status --data-dir '/d e' names it."],
  ['translation-mcp status names it.', undefined, 'translation-mcp status names it.'],
  ['translation-mcp keys list --data-dir /d shows them.', '/d', 'translation-mcp keys list --data-dir /d shows them.'],
  ['translation-mcp is old.', '/d', 'translation-mcp is old.'],
])('a message names the data folder that the command was given: %s with %s', (message, data_dir, told) => {
  expect(namingFolder(message, { data_dir })).toBe(told)
})
