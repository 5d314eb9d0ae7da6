type Activity = (input: never) => Promise<unknown>;

/**
 * Returns activities that do everything twice and return the second result, as if a worker had stopped right
 * after each one's end: Temporal then repeats it with the same input.
 */
export function repeatedActivities<Queues extends object>(queues: Queues): Queues {
  const twice =
    (activity: Activity): Activity =>
    async input => {
      await activity(input);
      return activity(input);
    };
  return Object.fromEntries(
    Object.entries(queues).map(([queue, activities]) => [
      queue,
      Object.fromEntries(
        Object.entries(activities as Record<string, Activity>).map(([name, activity]) => [
          name,
          twice(activity),
        ]),
      ),
    ]),
  ) as Queues;
}
