import * as z from 'zod'
import { ProjectFileSchema } from './project-file.ts'

/** The JSON Schema of a project file, for editors: draft 7, which all of them read. */
export function projectJsonSchema(): Readonly<Record<string, unknown>> {
  return { ...z.toJSONSchema(ProjectFileSchema, { io: 'input', target: 'draft-7' }) }
}
