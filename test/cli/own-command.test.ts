import { expect, it } from 'vitest'
import { ownCommand } from '../../src/cli/own-command.ts'

it.each([
  ['/usr/local/bin/translation-mcp', 'translation-mcp'],
  ['C:\\Users\\ada\\AppData\\Roaming\\npm\\node_modules\\translation-mcp\\dist\\main.js', 'translation-mcp'],
  ['/home/ada/.npm/_npx/0a1b/node_modules/.bin/translation-mcp', 'npx -y translation-mcp'],
  ['/home/ada/clone/dist/main.js', 'node /home/ada/clone/dist/main.js'],
  ['/home/ada/my clone/dist/main.js', "node '/home/ada/my clone/dist/main.js'"],
  [undefined, 'translation-mcp'],
])('a person is told a command that runs: started as %s [CLI-3]', (started, command) => {
  expect(ownCommand(started)).toBe(command)
})
