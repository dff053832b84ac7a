"""What a person sees of a run: progress, summary, differences; and JUnit for machines."""
