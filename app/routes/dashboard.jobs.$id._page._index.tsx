/** The page of a job alone: its content is in the layout, over which an execution can lie. */
export default function JobAlone() {
  return null;
}
