import { type GetPromptResult, INVALID_PARAMS, type Prompt, ProtocolError } from '@modelcontextprotocol/server'
import type { Operation } from '../../contract/operation.ts'
import type { CallContext } from '../context.ts'
import { chosenTools, type ToolChoice } from '../tool-choice.ts'
import { buildGlossary } from './build-glossary.ts'
import { fixTranslation } from './fix-translation.ts'
import type { PromptArgument, PromptDefinition } from './prompt.ts'
import { reviewPlan } from './review-plan.ts'
import { translateFile } from './translate-file.ts'

/** Every prompt. */
export const PROMPTS: readonly PromptDefinition[] = [translateFile, reviewPlan, fixTranslation, buildGlossary]

/** The prompts whose tools are all there. */
function offeredPrompts(choice: ToolChoice): readonly PromptDefinition[] {
  const tools = chosenTools(choice)
  return PROMPTS.filter(({ uses }) => uses.every(name => tools.includes(name)))
}

/** The prompts as prompts/list shows them. */
export function promptsOf(choice: ToolChoice): Prompt[] {
  return offeredPrompts(choice).map(({ name, title, description, arguments: given }) => ({
    ...{ name, title, description },
    arguments: given.map(argument => ({
      name: argument.name,
      description: argument.description,
      required: argument.required === true,
    })),
  }))
}

/** The most characters of one argument: a person types them. */
const LONGEST = 2000

/**
 * The messages of a prompt.
 *
 * @throws {ProtocolError} INVALID_PARAMS for an unknown prompt or argument, or a missing one; else as what it reads
 */
export async function getPrompt(
  name: string,
  given: Readonly<Record<string, string>>,
  context: CallContext,
): Promise<GetPromptResult> {
  const offered = offeredPrompts(context.parts.settings.tools)
  const prompt = offered.find(one => one.name === name)
  if (prompt === undefined) throw wrong(`Unknown prompt. The prompts are: ${offered.map(one => one.name).join(', ')}`)
  const { description } = prompt
  return { description, messages: await prompt.messages(readArguments(prompt, given), context) }
}

/** The operations that a prompt calls; none for an unknown one. */
export function callsOfPrompt(prompt: unknown): readonly Operation[] {
  return PROMPTS.find(({ name }) => name === prompt)?.calls ?? []
}

/** An argument of a prompt, for completion; undefined for one that does not exist. */
export function promptArgument(prompt: string, argument: string): PromptArgument | undefined {
  return PROMPTS.find(({ name }) => name === prompt)?.arguments.find(({ name }) => name === argument)
}

function readArguments({ name, arguments: takes }: PromptDefinition, given: Readonly<Record<string, string>>) {
  const filled = Object.entries(given).flatMap(([key, value]) => (value.trim() === '' ? [] : [[key, value.trim()]]))
  const values: Record<string, string> = Object.fromEntries(filled)
  const accepted = `${name} takes: ${takes.map(one => one.name).join(', ')}.`
  const unknown = Object.keys(values).find(key => !takes.some(one => one.name === key))
  if (unknown !== undefined) throw wrong(`There is no argument "${unknown.slice(0, 40)}". ${accepted}`)
  const missing = takes.find(one => one.required && values[one.name] === undefined)
  if (missing !== undefined) throw wrong(`${missing.name} is missing. ${accepted}`)
  const long = Object.keys(values).find(key => (values[key] ?? '').length > LONGEST)
  if (long !== undefined) throw wrong(`${long} has over ${LONGEST} characters.`)
  return values
}

function wrong(message: string): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, message)
}
