import { createHash } from 'node:crypto'
import { INVALID_PARAMS, ProtocolError, type Server } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { chosenTools, type ToolChoice } from '../tool-choice.ts'
import { SKILL_DESCRIPTION, SKILL_NAME, SKILL_TEXT, SKILL_USES } from './translate-files.ts'

/** The extension by which hosts find skills (SEP-2640). */
const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'
const MARKDOWN = 'text/markdown'
const ADDRESS = `skill://${SKILL_NAME}/SKILL.md`

/** True where all tools that the skill names may be used. */
function isOffered(choice: ToolChoice): boolean {
  const tools = chosenTools(choice)
  return SKILL_USES.every(name => tools.includes(name))
}

/** The capability to declare; empty where the operator left out a tool that the skill needs. */
export function skillCapability(choice: ToolChoice): { extensions?: Record<string, Record<string, never>> } {
  return isOffered(choice) ? { extensions: { [SKILLS_EXTENSION]: {} } } : {}
}

/** The entry as hosts verify it, with digest and size of its one file. */
function entryOf() {
  const bytes = Buffer.from(SKILL_TEXT)
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const frontmatter = { name: SKILL_NAME, description: SKILL_DESCRIPTION }
  return { uri: ADDRESS, frontmatter, resources: [{ uri: ADDRESS, digest, size: bytes.length }] }
}
let entry: ReturnType<typeof entryOf> | undefined

/** Makes a server answer the requests of the extension. `hint`: for how long a host may keep the answer, where it knows that. */
export function serveSkill(server: Server, choice: ToolChoice, hint: () => object): void {
  if (!isOffered(choice)) return
  const skill = () => {
    entry ??= entryOf()
    return entry
  }
  server.setRequestHandler('skills/list', { params: z.looseObject({}) }, async () => ({
    skills: [skill()],
    ...hint(),
  }))
  server.setRequestHandler('skills/get', { params: z.looseObject({ uri: z.string() }) }, async ({ uri }) => {
    if (uri !== ADDRESS)
      throw new ProtocolError(INVALID_PARAMS, `There is no skill at ${uri.slice(0, 200)}; skills/list shows it.`)
    return { skill: skill(), ...hint() }
  })
}

/** The skill as resources/list shows it; empty where it is not offered. */
export function skillResources(choice: ToolChoice) {
  if (!isOffered(choice)) return []
  return [{ uri: ADDRESS, name: SKILL_NAME, description: SKILL_DESCRIPTION, mimeType: MARKDOWN }]
}

/** The text of the skill, where `uri` is its address. */
export function skillAt(uri: string, choice: ToolChoice) {
  if (uri !== ADDRESS || !isOffered(choice)) return undefined
  return { contents: [{ uri, mimeType: MARKDOWN, text: SKILL_TEXT }] }
}
