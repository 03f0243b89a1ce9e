/** The door of what a project file is proposed by. */
export type { Proposal, Proposals, ProposedFiles, ProposedKeys, ProposedProject } from './proposal.ts'
export { proposeProject } from './propose.ts'
