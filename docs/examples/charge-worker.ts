// Charges cards: takes external tasks of the topic `charge-card`, and answers each with a payment, an error or a failure.
import { createClient } from '@keelson/client';

const { KEELSON_URL: baseUrl = 'http://127.0.0.1:8080', KEELSON_API_KEY: key = '' } = process.env;
const { bpmnEngine } = createClient({ baseUrl, throwOnError: true }).withToken(key);
const workerId = `charge-${process.pid}`;
const topics = [{ topic: 'charge-card', lockMillis: 60_000, variables: ['card', 'total'] }];

/** Stands for whoever takes the money, and is told the id of the task, so that a call that is repeated is the same payment. */
async function charge(card: unknown, total: unknown, taskId: string): Promise<string | null> {
  return card === 'expired' ? null : `${taskId.slice(0, 8)}-${total}`;
}

type Task = Awaited<ReturnType<typeof bpmnEngine.fetchAndLockExternalTasks>>['body'][number];

async function work({ id, variables, retries }: Task): Promise<void> {
  const params = { id };
  try {
    const payment = await charge(variables?.card, variables?.total, id);
    const refusal = { workerId, code: 'PAYMENT_REFUSED', message: 'The card has expired.' };
    if (payment === null) await bpmnEngine.throwExternalTaskError({ params, body: refusal });
    else await bpmnEngine.completeExternalTask({ params, body: { workerId, variables: { payment } } });
  } catch (error) {
    // Nobody knows whether it was charged: it is tried again, and after three attempts an operator is asked.
    const failure = { workerId, message: String(error), retries: (retries ?? 3) - 1, retryMillis: 60_000 };
    await bpmnEngine.failExternalTask({ params, body: failure });
  }
}

for (;;) {
  const tasks = await bpmnEngine.fetchAndLockExternalTasks({
    body: { workerId, maxTasks: 5, waitMillis: 20_000, topics },
  });
  await Promise.all(tasks.body.map(work));
}
