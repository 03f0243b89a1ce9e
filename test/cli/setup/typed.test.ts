import { expect, it } from 'vitest'
import { ownCommand } from '../../../src/cli/own-command.ts'
import { typedAs } from '../../../src/cli/setup/typed.ts'

it('is typed as npx was told to start it, also from a tarball, and else by its own name or file', () => {
  expect(typedAs({ npx: { cli: '/x/npx-cli.js', spec: 'file:/my tarballs/translation-mcp-0.1.0.tgz' } })).toBe(
    "npx -y 'file:/my tarballs/translation-mcp-0.1.0.tgz'",
  )
  expect(typedAs({ npx: undefined })).toBe(ownCommand())
})
