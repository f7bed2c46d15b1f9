/** The page of a job alone: all of it stands in the layout, over which an execution can lie. */
export default function JobAlone() {
  return null;
}
