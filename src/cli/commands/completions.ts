import type { Command } from '../command.ts'
import { bashCompletion } from '../completions/bash.ts'
import { fishCompletion } from '../completions/fish.ts'
import { completedCommands } from '../completions/words.ts'
import { zshCompletion } from '../completions/zsh.ts'
import { takesNoMore, unknownOrder } from '../usage.ts'

const SHELLS = new Map(Object.entries({ bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }))

/** The command that prints the script with which a shell completes these commands. It touches nothing. */
export const completions: Command = async ({ operands, stdout }) => {
  const [shell] = operands
  const script = SHELLS.get(shell ?? '')
  if (script === undefined) throw unknownOrder('completions', shell, SHELLS.keys())
  takesNoMore(`completions ${shell}`, operands, 1)
  stdout.write(script(completedCommands()))
  return 0
}
