/** What stands in the way, in words for whoever reads the log, and the status that the job ends with. */
export class Refusal extends Error {
  constructor(message, status = 1) {
    super(message)
    this.status = status
  }
}
