// The answer that a lesson waits for, as it is written in a record: wherever it can be chosen, it is marked.
export const marked = $state<{ action: string | null }>({ action: null });
