/** Starts `work`, which never rejects: what is asked for while it runs is done once more when it has ended, and not beside it. */
export function oneAtATime(work: () => Promise<void>): () => void {
  let wanted = false
  let running = false
  async function run(): Promise<void> {
    running = true
    while (wanted) {
      wanted = false
      await work()
    }
    running = false
  }
  return () => {
    wanted = true
    if (!running) void run()
  }
}
